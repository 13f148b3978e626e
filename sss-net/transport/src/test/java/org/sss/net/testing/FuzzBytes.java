package org.sss.net.testing;

import java.util.Arrays;

/** Splits an input into values; bytes missing at its end are 0. One thread. */
public final class FuzzBytes {
    private final byte[] bytes;
    private int at;

    public FuzzBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    public boolean isEmpty() {
        return at >= bytes.length;
    }

    /** 0 to 255. */
    public int nextByte() {
        return at < bytes.length ? bytes[at++] & 0xFF : 0;
    }

    /** 0 to 65,535. */
    public int nextShort() {
        return nextByte() << 8 | nextByte();
    }

    /** At most {@code length} bytes. */
    public byte[] next(int length) {
        int end = Math.min(bytes.length, at + length);
        byte[] range = Arrays.copyOfRange(bytes, Math.min(at, end), end);
        at = end;
        return range;
    }

    public byte[] rest() {
        return next(bytes.length);
    }
}
