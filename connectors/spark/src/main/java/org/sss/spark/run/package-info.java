/**
 * Runs workflows on Spark: the driver goes through the jobs, and tasks of Spark run the task engine of SSS. Spark moves
 * blocks of SSS, and looks into none.
 *
 * <pre>
 *   driver    WorkflowExecution: jobs and LoopExecution --&gt; JobExecution: a job of Spark for each run of a job
 *             SideLoads, KeySampling: smaller jobs before
 *
 *   executor  OfSubgroup | OfSplit --&gt; EngineTask (a thread with a TaskRunner) --&gt; BlockQueue --&gt; Spark's iterator
 *                ^   TaskInput: files of the store, or ScratchRuns of what Spark has fetched
 *                |                                                                       |
 *                +------- HeldGroup: MovedChunks &lt;-- partitionBy(subgroup) &lt;----------+  (subgroup, Chunk)
 *                                     StoredGroup of spark.store &lt;-- Receive (a file for each subgroup)
 * </pre>
 *
 * A partition more than there are subgroups has a {@link org.sss.spark.run.TaskEnd} of each task, so that counters of
 * an attempt count if and only if its blocks do.
 */
package org.sss.spark.run;
