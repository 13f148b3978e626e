/**
 * Slots for tasks: the threads of a node that run them.
 *
 * <pre>
 *   task.run -> TaskService -> TaskLanes -> TaskSlots (threads, FairQueue) -> TaskExecution -> TaskRunner
 *                                               StallDetector, LostThreads: threads that user code never gives back
 * </pre>
 */
package org.sss.server.node.slots;
