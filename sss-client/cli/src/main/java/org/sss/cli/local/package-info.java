/**
 * Commands that run a job on a cluster inside their own process.
 *
 * <pre>
 *   LocalRun, LocalWordCount -> LocalGroups (--dir) -> LocalCluster -> results as text: LocalExports, TopTuples
 * </pre>
 */
package org.sss.cli.local;
