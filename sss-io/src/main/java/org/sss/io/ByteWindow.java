package org.sss.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The part of a stream in which the next record is looked for. It grows when a record is longer than it and shrinks again
 * behind that. One thread at a time.
 *
 * <pre>
 *   array  [ done | record that is looked for ... | free ]
 *                 begin                           filled
 * </pre>
 */
final class ByteWindow {
    static final int CHUNK_BYTES = 1 << 20;

    private final InputStream in;
    private final String what;
    private final long maxRecordBytes;
    private final int chunkBytes;
    private byte[] array;
    private int begin;
    private int filled;
    private long position;
    private boolean ended;

    /**
     * @param what     of the stream, for errors
     * @param position of the first byte that {@code in} gives
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

    int begin() {
        return begin;
    }

    int filled() {
        return filled;
    }

    /** Of the byte at {@link #begin()}. */
    long position() {
        return position;
    }

    /** Gives up the bytes before {@code index}. */
    void take(int index) {
        position += index - begin;
        begin = index;
    }

    /**
     * Reads further bytes; indices into the array change, as the bytes from {@link #begin()} on may move to its start.
     *
     * @return false at the end of the stream
     */
    boolean more() throws IOException {
        if (ended) {
            return false;
        }
        makeRoom();
        // Not more than a chunk, or a channel behind would keep a buffer outside of the heap as large as the array.
        int n = in.read(array, filled, Math.min(array.length - filled, chunkBytes));
        ended = n < 0;
        filled += Math.max(0, n);
        return !ended;
    }

    private void makeRoom() {
        int length = filled - begin;
        if (length > maxRecordBytes) {
            throw new SssException(ErrorCode.TOO_LARGE, what + " has a record of more than " + maxRecordBytes + " bytes at byte "
                    + position + "; split the record");
        }
        byte[] target = array;
        if (array.length > chunkBytes && length < chunkBytes / 2) {
            target = new byte[chunkBytes];
        } else if (filled < array.length) {
            // What is there of a long record is not moved for each chunk of it.
            return;
        } else if (length > array.length / 2) {
            target = larger();
        }
        System.arraycopy(array, begin, target, 0, length);
        array = target;
        begin = 0;
        filled = length;
    }

    private byte[] larger() {
        int size = (int) Math.min(Integer.MAX_VALUE - 8, Math.min(maxRecordBytes + chunkBytes, array.length * 2L));
        return size > array.length ? new byte[size] : array;
    }

    /** Whether the bytes at {@link #begin()} are these; reads them when they are not there yet. */
    boolean startsWith(byte... expected) throws IOException {
        while (filled - begin < expected.length && more()) {
            // until there are enough
        }
        return filled - begin >= expected.length
                && Arrays.equals(array, begin, begin + expected.length, expected, 0, expected.length);
    }
}
