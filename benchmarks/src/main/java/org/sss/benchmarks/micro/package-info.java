/**
 * {@code sss bench micro}.
 *
 * <pre>
 *   MicroPlan -> MicroRun: value size x repetition x system -> MicroRow -> MicroTable, MicroFiles, MicroPlot
 *                                  |
 *   HostedSubject  ==lines==&gt; StoreMain (a process for each system): Meter -> Store
 * </pre>
 */
package org.sss.benchmarks.micro;
