/**
 * What a node does when its heap is full.
 *
 * <pre>
 *   a thread that the node needs dies of it --+
 *   MemoryWatch: full for a second -----------+--> MemoryEnd --execve--> the same process, with a note of what ran: RunningTasks
 *   MemoryWatch: full of a job that is over --+        |
 *                                                      +-- 10 times in 10 minutes (Restarts), or not `sss node`: code 70
 * </pre>
 */
package org.sss.server.node.memory;
