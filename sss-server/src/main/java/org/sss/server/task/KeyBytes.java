package org.sss.server.task;

import java.util.Arrays;
import org.sss.net.block.BigEndian;

/** Comparison of encoded keys. */
final class KeyBytes {
    private static final int MANY = 64;

    private KeyBytes() {
    }

    /**
     * Whether {@code length} bytes are the same. Most keys are a few words long, so these are compared as such; the last
     * word may reach past the key where both arrays have bytes there.
     */
    static boolean same(byte[] a, int aAt, byte[] b, int bAt, int length) {
        int whole = length & ~7;
        if (length > MANY || aAt + whole + 8 > a.length || bAt + whole + 8 > b.length) {
            return Arrays.equals(a, aAt, aAt + length, b, bAt, bAt + length);
        }
        for (int i = 0; i < whole; i += 8) {
            if (BigEndian.getLong(a, aAt + i) != BigEndian.getLong(b, bAt + i)) {
                return false;
            }
        }
        long differing = BigEndian.getLong(a, aAt + whole) ^ BigEndian.getLong(b, bAt + whole);
        int rest = length - whole;
        return rest == 0 || differing >>> 64 - 8 * rest == 0;
    }
}
