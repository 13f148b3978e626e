/**
 * {@code sss bench micro}.
 *
 * <pre>
 *   MicroPlan -> MicroRun: value size x repetition x system -> MicroRow -> MicroTable, MicroFiles, MicroPlot
 * </pre>
 */
package org.sss.benchmarks.micro;
