package org.sss.server.task.state;

/**
 * Memory for what a task says that has met the end of it. Where user code keeps all it makes in static fields, nothing is given back when
 * the code ends, and there would be none left to say at which key and line that was. Thread-safe.
 */
public final class OutOfMemoryReserve {
    /** In pieces, as a collector's regions may be small. */
    private static final int PIECES = 16;
    private static final int PIECE_BYTES = 128 << 10;

    private static volatile byte[][] kept;

    private OutOfMemoryReserve() {
    }

    /** Keeps some, unless there is none. */
    public static void keep() {
        if (kept == null) {
            try {
                kept = new byte[PIECES][PIECE_BYTES];
            } catch (OutOfMemoryError e) {
                // The task that begins now will find out.
                kept = null;
            }
        }
    }

    /** Takes no memory. */
    static void giveBack() {
        kept = null;
    }

    static boolean areKept() {
        return kept != null;
    }
}
