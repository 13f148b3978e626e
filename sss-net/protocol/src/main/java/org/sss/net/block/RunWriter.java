package org.sss.net.block;

import static org.sss.net.block.BlockFormat.MAX_KEY_BYTES;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;
import static org.sss.net.block.BlockFormat.MAX_VALUE_BYTES;

import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Packs tuples in ascending order of their keys into blocks. Large values are split into pieces. One thread at a
 * time. Call {@link #finish} at the end of a run; the writer is then ready for the next run.
 */
public final class RunWriter {
    private final BlockSink sink;
    private final BlockWriter block;
    private byte[] openKey;
    private long openBytes;
    private long tupleCount;
    private long dataBytes;

    public RunWriter(BlockSink sink) {
        this(sink, Compression.NONE);
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if this JVM cannot load the library for {@code
     *     compression}
     */
    public RunWriter(BlockSink sink, Compression compression) {
        this.sink = sink;
        block = new BlockWriter(compression);
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} */
    public void add(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        if (!block.fits(keyLength, valueLength)) {
            flush();
            if (valueLength > MAX_PIECE_BYTES) {
                addInPieces(key, keyOffset, keyLength, value, valueOffset, valueLength);
                return;
            }
            checkKey(keyLength);
        }
        block.add(key, keyOffset, keyLength, value, valueOffset, valueLength);
        count(keyLength, valueLength);
    }

    /**
     * Adds several values of one key at once, as {@code entries[offset, offset + length)} with the varint of twice the
     * value's length before each, as {@link BlockFormat} defines entries without a new key. Together they are smaller
     * than a block.
     *
     * @param valueBytes size of all values together
     */
    public void addAll(
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] entries,
            int offset,
            int length,
            int count,
            int valueBytes) {
        if (!block.fits(keyLength, length)) {
            flush();
            checkKey(keyLength);
        }
        block.addAll(key, keyOffset, keyLength, entries, offset, length, count, valueBytes);
        tupleCount += count;
        dataBytes += (long) keyLength * count + valueBytes;
    }

    /**
     * Starts a value in pieces, which are passed to {@link #addPiece}; nothing else is added before its last piece.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} for the key
     */
    public void startValue(byte[] key) {
        checkKey(key.length);
        flush();
        openKey = key;
        openBytes = 0;
    }

    /**
     * Adds the next piece of the started value.
     *
     * @param length {@link BlockFormat#MAX_PIECE_BYTES} at most; only the last one may be shorter, so that pieces are
     *     few
     * @throws SssException {@link ErrorCode#TOO_LARGE} if the value exceeds 1 GiB; then the run must be
     *     discarded
     */
    public void addPiece(byte[] piece, int length, boolean last) {
        boolean first = openBytes == 0;
        openBytes += length;
        checkSizes(openKey.length, openBytes);
        putPiece(openKey, 0, openKey.length, piece, 0, length, first, last);
        if (last) {
            count(openKey.length, openBytes);
        }
    }

    /** Writes the last block. */
    public void finish() {
        flush();
    }

    /** Number of tuples since the start. */
    public long tupleCount() {
        return tupleCount;
    }

    /** Size of keys and values since the start, each key counted per tuple. */
    public long dataBytes() {
        return dataBytes;
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} if a tuple of these sizes cannot be stored */
    public static void checkSizes(int keyLength, long valueLength) {
        checkKey(keyLength);
        if (valueLength > MAX_VALUE_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "a value of " + valueLength + " bytes is above the limit of " + MAX_VALUE_BYTES
                            + " bytes (1 GiB); split it over several tuples");
        }
    }

    private static void checkKey(int keyLength) {
        if (keyLength > MAX_KEY_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "a key of " + keyLength + " bytes is above the limit of " + MAX_KEY_BYTES
                            + " bytes; use a digest of it as key and store the whole key in the value");
        }
    }

    private void addInPieces(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        checkSizes(keyLength, valueLength);
        for (int done = 0; done < valueLength; ) {
            int piece = Math.min(MAX_PIECE_BYTES, valueLength - done);
            putPiece(
                    key,
                    keyOffset,
                    keyLength,
                    value,
                    valueOffset + done,
                    piece,
                    done == 0,
                    done + piece == valueLength);
            done += piece;
        }
        count(keyLength, valueLength);
    }

    private void putPiece(
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] piece,
            int offset,
            int length,
            boolean first,
            boolean last) {
        block.add(key, keyOffset, keyLength, piece, offset, length);
        if (!first) {
            block.continuesPrevious();
        }
        if (!last) {
            block.continuesInNext();
            flush();
        }
    }

    private void count(int keyLength, long valueLength) {
        tupleCount++;
        dataBytes += keyLength + valueLength;
    }

    private void flush() {
        if (!block.isEmpty()) {
            int length = block.finish();
            sink.accept(block.array(), length);
            block.reset();
        }
    }
}
