/**
 * {@code sss bench micro} and {@code delete}: SSS and what else stores records.
 *
 * <pre>
 *   MicroPlan -&gt; MicroRun: value size x repetition x system -&gt; Row -&gt; MicroReport
 *                                  |
 *   HostedSubject ==tasks==&gt; Meter (a process for each system) -&gt; Store: SssStore, TokyoProgram, PlainFile,
 *   Hadoop
 * </pre>
 */
package org.sss.benchmarks.stores;
