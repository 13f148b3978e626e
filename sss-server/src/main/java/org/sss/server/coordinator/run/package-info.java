/**
 * Workflows while they run.
 *
 * <pre>
 *   Workflows.submit -> WorkflowRun (a thread) -> JobRun, one after the other
 *       JobRun:  begin output group -> JobTasks: one stream task.run per subgroup, to its owner
 *                                      all ended well: commit on all data servers -> publish
 *                                      one failed:     the others are failed, the output is dropped
 * </pre>
 *
 * Everything is driven by events: streams that end or fail, connections that close, a client that cancels.
 */
package org.sss.server.coordinator.run;
