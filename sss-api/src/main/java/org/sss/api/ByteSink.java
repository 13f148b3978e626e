package org.sss.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing byte array for encodings. Numbers are big-endian. Not thread-safe. */
public final class ByteSink {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int size;

    public ByteSink(int initialBytes) {
        bytes = new byte[Math.max(16, initialBytes)];
    }

    /** Returns the backing array, valid up to {@link #size()}. It is replaced when the sink grows. */
    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    public int capacity() {
        return bytes.length;
    }

    /** Truncates the content to {@code newSize} bytes. */
    public void truncate(int newSize) {
        if (newSize < 0 || newSize > size) {
            throw new IllegalArgumentException("truncate to " + newSize + " of " + size + " bytes");
        }
        size = newSize;
    }

    public void clear() {
        size = 0;
    }

    public void writeByte(int b) {
        ensure(1);
        bytes[size++] = (byte) b;
    }

    public void writeInt(int v) {
        ensure(4);
        INT.set(bytes, size, v);
        size += 4;
    }

    public void writeLong(long v) {
        ensure(8);
        LONG.set(bytes, size, v);
        size += 8;
    }

    public void write(byte[] source) {
        write(source, 0, source.length);
    }

    public void write(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    /**
     * Adds {@code length} to the size, for bytes that the caller has written to {@link #array()} after {@link #size()}.
     * Call {@link #ensure} first.
     */
    public void advance(int length) {
        if (length < 0 || length > bytes.length - size) {
            throw new IllegalArgumentException(
                    "advance by " + length + " of " + (bytes.length - size) + " bytes of room");
        }
        size += length;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Ensures capacity for {@code more} further bytes. */
    public void ensure(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) size + more;
        if (needed > MAX_ARRAY) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "an encoding of " + needed + " bytes does not fit into one array; values are limited to 1 GiB");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, Math.max(needed, bytes.length * 2L)));
    }
}
