/**
 * Calls of user code for the tuples that a task reads.
 *
 * <pre>
 *   blocks of the subgroup -> TimedSource -> Input (codecs) -> MapTask, SplitTask: one call a tuple
 *                                                           -> ReduceTask, CoGroupTask: one call a key, with KeyValues
 *   values of large keys: StreamedValues, SortedValues (task.spill), ValueFollower
 *   failed calls: FailurePolicy (failure of the task, or a dead letter)
 * </pre>
 */
package org.sss.server.task.input;
