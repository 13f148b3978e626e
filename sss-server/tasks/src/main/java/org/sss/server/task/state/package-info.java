/**
 * Counts of a running task, and its error messages.
 *
 * <pre>
 *   task's thread -> TaskState (counters, cancellation, heavy keys) -> Progress -> coordinator
 *   what user code throws -> TaskErrors -> UserFrames, CallSite -> SssException with job, task, key and line
 * </pre>
 */
package org.sss.server.task.state;
