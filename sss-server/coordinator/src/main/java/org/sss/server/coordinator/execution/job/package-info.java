/**
 * One job of a workflow.
 *
 * <pre>
 *   JobRun (a Step): create the output groups -> JobTasks: one stream task.run (TaskCall) per subgroup, to its owner
 *                                                all ended well: JobWrite commits on all data servers
 *                                                one failed:     retried (RetryPolicy), or the others are failed too and
 *                                                                the outputs are dropped
 *   ShuffleRun -> ShuffleCall: the steps of the shuffle, on all nodes
 * </pre>
 */
package org.sss.server.coordinator.execution.job;
