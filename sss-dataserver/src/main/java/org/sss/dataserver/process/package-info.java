/**
 * The process that a data server runs in: settings, threads, memory.
 *
 * <pre>
 *   DataServerConfig;  MemoryBudget: bytes of tuples in direct memory;  MallocTrimmer, MemoryFreeing: memory back to the system
 *   ServerThreads, SpinThenParkQueue;  HeapEnd, OwnProcess: out of heap memory, restart of the process
 * </pre>
 */
package org.sss.dataserver.process;
