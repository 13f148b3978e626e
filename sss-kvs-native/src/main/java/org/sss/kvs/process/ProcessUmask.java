package org.sss.kvs.process;

import org.sss.kvs.library.KvsLibrary;
import org.sss.kvs.library.KvsNative;

/** The rights that new files of this process do not get, of Java as well as of libraries. Thread-safe. */
public final class ProcessUmask {
    private ProcessUmask() {}

    /** Returns the mask that the process was started with; a {@link ProcessRestart} sets it again. */
    public static int set(int mask) {
        KvsLibrary.require();
        return KvsNative.processUmask(mask);
    }
}
