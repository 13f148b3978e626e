package org.sss.server.task.state;

/**
 * A memory reserve for the error message of a task that ran out of memory. If user code retains its objects in static
 * fields, no memory is freed when the code ends, and none would be left to report key and line. Thread-safe.
 */
public final class OutOfMemoryReserve {
    /** In chunks, since regions of the collector may be small. */
    private static final int CHUNKS = 16;

    private static final int CHUNK_BYTES = 128 << 10;

    private static volatile byte[][] reserve;

    private OutOfMemoryReserve() {}

    /** Allocates the reserve, unless memory is exhausted. */
    public static void keep() {
        if (reserve == null) {
            try {
                reserve = new byte[CHUNKS][CHUNK_BYTES];
            } catch (OutOfMemoryError e) {
                // The task that starts now will detect that.
                reserve = null;
            }
        }
    }

    /** Releases the reserve. Allocates no memory. */
    static void giveBack() {
        reserve = null;
    }

    static boolean areKept() {
        return reserve != null;
    }
}
