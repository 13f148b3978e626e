/**
 * Shuffle methods that store extents elsewhere than at their owner, so that no node gets more than its memory holds.
 *
 * <pre>
 *   RelocationExchange   as DsaExchange, by a RelocationPlan: extents to other nodes, or to files (package files)
 *                        (auto: an empty plan unless a node would exceed its memory)
 *   RelocatedInput       what a task reads: its own data server, and extents that a RelocationExchange stored elsewhere
 * </pre>
 */
package org.sss.server.shuffle.relocation;
