/**
 * The shuffle method in which each node asks all others for its blocks, while tasks run.
 *
 * <pre>
 *   QueuedOutput   own blocks -> data server; others -> TargetQueue -> stream (verb data.pull) -> Pull at the
 *                  owner: PutSession to its own data server (PullDuringMap)
 * </pre>
 */
package org.sss.server.shuffle.pull;
