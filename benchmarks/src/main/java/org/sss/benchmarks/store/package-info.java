/**
 * The systems that are measured: SSS and what else keeps records.
 *
 * <pre>
 *   Store --- SssStore --- Cluster --- EmbeddedServer   in this process
 *         |                        \-- ServerProcess    in another one, over TCP
 *         \-- rivals
 * </pre>
 */
package org.sss.benchmarks.store;
