package org.sss.kvs.process;

import org.sss.kvs.library.KvsLibrary;
import org.sss.kvs.library.KvsNative;

/** The memory of the process outside of Java's heap. Thread-safe. */
public final class NativeMemory {
    private NativeMemory() {}

    /**
     * Returns to the operating system what the C library keeps of freed memory: direct buffers of Java as well as
     * leaves of trees. It keeps hundreds of megabytes once a few were freed in an unlucky order. Takes milliseconds, in
     * which threads that allocate wait.
     *
     * @return whether there was any
     */
    public static boolean giveBack() {
        KvsLibrary.require();
        return KvsNative.returnMemory() == 1;
    }
}
