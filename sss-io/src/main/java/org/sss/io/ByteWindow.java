package org.sss.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The buffered range of a stream in which the next record is searched. It grows if a record is longer than the buffer
 * and shrinks again after that record. Not thread-safe.
 *
 * <pre>
 *   array  [ done | record being searched ...   | free ]
 *                 start                         filled
 * </pre>
 */
public final class ByteWindow {
    static final int CHUNK_BYTES = 1 << 20;

    private final InputStream in;
    private final String what;
    private final long maxRecordBytes;
    private final int chunkBytes;
    private byte[] array;
    private int start;
    private int filled;
    private long position;
    private boolean ended;

    /**
     * @param what     name of the stream, for error messages
     * @param position of the first byte of {@code in}
     */
    ByteWindow(InputStream in, String what, long position, long maxRecordBytes) {
        this(in, what, position, maxRecordBytes, CHUNK_BYTES);
    }

    ByteWindow(InputStream in, String what, long position, long maxRecordBytes, int chunkBytes) {
        this.in = in;
        this.what = what;
        this.position = position;
        this.maxRecordBytes = maxRecordBytes;
        this.chunkBytes = chunkBytes;
        array = new byte[chunkBytes];
    }

    byte[] array() {
        return array;
    }

    int start() {
        return start;
    }

    int filled() {
        return filled;
    }

    /** Returns the position in the stream of the byte at {@link #start()}. */
    long position() {
        return position;
    }

    /** Discards the bytes before {@code index}. */
    void take(int index) {
        position += index - start;
        start = index;
    }

    /**
     * Reads further bytes. Indices into the array become invalid, since the bytes from {@link #start()} on may be moved
     * to the start of the array.
     *
     * @return false at the end of the stream
     */
    boolean more() throws IOException {
        if (ended) {
            return false;
        }
        makeRoom();
        // At most a chunk, because a channel below would retain a direct buffer as large as the array.
        int n = in.read(array, filled, Math.min(array.length - filled, chunkBytes));
        ended = n < 0;
        filled += Math.max(0, n);
        return !ended;
    }

    private void makeRoom() {
        int length = filled - start;
        if (length > maxRecordBytes) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    what + " has a record of more than " + maxRecordBytes + " bytes at byte " + position
                            + "; split the record");
        }
        byte[] target = array;
        if (array.length > chunkBytes && length < chunkBytes / 2) {
            target = new byte[chunkBytes];
        } else if (filled < array.length) {
            // The bytes of a long record are not moved for each of its chunks.
            return;
        } else if (length > array.length / 2) {
            target = larger();
        }
        System.arraycopy(array, start, target, 0, length);
        array = target;
        start = 0;
        filled = length;
    }

    private byte[] larger() {
        int size = (int) Math.min(Integer.MAX_VALUE - 8, Math.min(maxRecordBytes + chunkBytes, array.length * 2L));
        return size > array.length ? new byte[size] : array;
    }

    /** Returns whether the bytes at {@link #start()} are these; reads more of the stream if needed. */
    boolean startsWith(byte... expected) throws IOException {
        return Arrays.equals(head(expected.length), expected);
    }

    /**
     * Returns a copy of the bytes from {@link #start()} on, at most {@code length}; reads more of the stream if needed.
     */
    byte[] head(int length) throws IOException {
        while (filled - start < length && more()) {
            // until there are enough
        }
        return Arrays.copyOfRange(array, start, Math.min(filled, start + length));
    }
}
