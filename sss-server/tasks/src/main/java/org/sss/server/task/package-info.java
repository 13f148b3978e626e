/**
 * One attempt of a job on one subgroup.
 *
 * <pre>
 *   SubgroupSource --RunCursor/RunMerge--> TaskRunner, KeyedRun --task.input--> Mapper, Reducer
 *                                                                                | emit
 *   data servers &lt;--blocks-- shuffle &lt;--sorted tuples-- task.output: tables and sort buffers &lt;--encoded-- emitters
 *
 *   task ---> task.input, task.output, task.side ---> shuffle, task.spill ---> task.state (counters, errors)
 * </pre>
 */
package org.sss.server.task;
