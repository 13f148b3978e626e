package org.sss.parquet;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Limits of what a task holds in memory, which depend on the heap. Stateless. */
final class Memory {
    private static final int MIB = 1 << 20;
    private static final int SHARE = 8;

    private Memory() {}

    /** Returns the maximum size of one page or of the metadata of a file: an eighth of the heap. */
    static long maxBytes() {
        return Math.min(1 << 30, Runtime.getRuntime().maxMemory() / SHARE);
    }

    /** @throws SssException TOO_LARGE */
    static void check(long bytes, String what) {
        if (bytes > maxBytes()) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    what + " has " + bytes / MIB + " MiB, but with this heap at most " + maxBytes() / MIB
                            + " MiB can be read at once; use a larger heap, or write smaller pages");
        }
    }

    /** Returns how many bytes of each of several columns are read at once: 256 KiB to 4 MiB. */
    static int readAhead(int columns) {
        long all = Math.min(64L * MIB, Runtime.getRuntime().maxMemory() / (2 * SHARE));
        return (int) Math.max(MIB / 4, Math.min(4L * MIB, all / Math.max(1, columns)));
    }
}
