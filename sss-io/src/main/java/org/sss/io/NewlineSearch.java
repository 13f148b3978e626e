package org.sss.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds line ends eight bytes at a time. Stateless. */
public final class NewlineSearch {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long NEWLINES = '\n' * ONES;

    private NewlineSearch() {}

    /** Returns the index of the first newline in {@code bytes[from, to)}, or -1. */
    public static int find(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long zeroWhereNewline = (long) LONG.get(bytes, i) ^ NEWLINES;
            // The lowest high bit is exact; those above it may be false.
            long found = (zeroWhereNewline - ONES) & ~zeroWhereNewline & HIGHS;
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
