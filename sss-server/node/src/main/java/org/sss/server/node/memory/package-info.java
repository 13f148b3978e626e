/**
 * Detection of a full heap, and the restart of the node.
 *
 * <pre>
 *   a thread of the node dies of it ----------+
 *   MemoryWatch: full for a second -----------+--> MemoryEnd --execve--> the same process, with a note of what ran: RunningTasks
 *   MemoryWatch: full after an ended job -----+        |
 *                                                      +-- 10 times in 10 minutes (Restarts), or not `sss node`: code 70
 * </pre>
 */
package org.sss.server.node.memory;
