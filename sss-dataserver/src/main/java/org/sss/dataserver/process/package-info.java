/**
 * The process that a data server runs in: settings, threads, memory.
 *
 * <pre>
 *   DataServerConfig;  MemoryBudget: bytes of tuples in direct memory;  MallocTrimmer, MemoryFreeing: memory back to the system
 *   ServerThreads, SpinThenParkQueue;  HeapEnd, OwnProcess: a heap that is full, a process that restarts
 * </pre>
 */
package org.sss.dataserver.process;
