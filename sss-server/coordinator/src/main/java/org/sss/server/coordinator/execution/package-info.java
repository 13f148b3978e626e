/**
 * Execution of workflows.
 *
 * <pre>
 *   Workflows.submit -> WorkflowRun (a thread) -> Graph of steps: JobRun, or LoopRun with a Graph of its own
 *       Graph:   steps whose groups exist run concurrently; groups get names in the order of the steps
 *       JobRun:  one job, see package job
 * </pre>
 *
 * All progress is driven by events: streams that end or fail, connections that close, a client that cancels.
 */
package org.sss.server.coordinator.execution;
