/**
 * One job of a workflow.
 *
 * <pre>
 *   JobRun (a Step): create the output groups -> TaskSpecs of its JobGroups -> JobTasks: one stream task.run (TaskCall)
 *                                                per subgroup, to its owner
 *                                                all ended well: TupleChecks, JobWrite commits on all data servers
 *                                                one failed:     retried (RetryPolicy), or the others are failed too and
 *                                                                the outputs are dropped
 *   ShuffleRun -> ShuffleCall: the steps of the shuffle, on all nodes
 *   DeadLinks: a node that cannot reach another one is left out of TaskNodes, and the job restarts
 * </pre>
 */
package org.sss.server.coordinator.execution.job;
