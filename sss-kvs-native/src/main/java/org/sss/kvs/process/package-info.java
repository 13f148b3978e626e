/**
 * What only native code can do for this process; it is in the same native library.
 *
 * <pre>
 *   ProcessRestart  restarts the program without memory        HeapEndStack  where a thread met the end of the heap
 *   NativeMemory    free memory of malloc back to the system
 * </pre>
 */
package org.sss.kvs.process;
