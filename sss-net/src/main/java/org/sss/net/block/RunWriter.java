package org.sss.net.block;

import static org.sss.net.block.BlockFormat.MAX_KEY_BYTES;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;
import static org.sss.net.block.BlockFormat.MAX_VALUE_BYTES;

import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Packs tuples, given in ascending order of their keys, into blocks. Large values become several pieces. One thread at a
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

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM cannot load what {@code compression} needs */
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
     * Adds several values of one key at once, as {@code entries[offset, offset + length)} with the varint of twice the value's
     * length before each: what {@link BlockFormat} says for values of the same key as the one before. Together they are no
     * larger than a part of a block.
     *
     * @param valueBytes of all values together
     */
    public void addAll(byte[] key, int keyOffset, int keyLength, byte[] entries, int offset, int length, int count,
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
     * Begins a value that comes in pieces, which go to {@link #addPiece}; nothing else is added before its last one.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} for the key
     */
    public void beginValue(byte[] key) {
        checkKey(key.length);
        flush();
        openKey = key;
        openBytes = 0;
    }

    /**
     * Adds the next piece of the value that was begun.
     *
     * @param length {@link BlockFormat#MAX_PIECE_BYTES} at most; shorter only for the last one, so that pieces are few
     * @throws SssException {@link ErrorCode#TOO_LARGE} when the value has become larger than 1 GiB; what was written of the
     *     run is of no use then
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

    /** Hands the last block over. */
    public void finish() {
        flush();
    }

    /** Tuples since the beginning. */
    public long tupleCount() {
        return tupleCount;
    }

    /** Bytes of keys and values since the beginning, each key counted as often as it was added. */
    public long dataBytes() {
        return dataBytes;
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} when a tuple of these sizes cannot be stored */
    public static void checkSizes(int keyLength, long valueLength) {
        checkKey(keyLength);
        if (valueLength > MAX_VALUE_BYTES) {
            throw new SssException(ErrorCode.TOO_LARGE, "a value of " + valueLength + " bytes is above the limit of "
                    + MAX_VALUE_BYTES + " bytes (1 GiB); split it over several tuples");
        }
    }

    private static void checkKey(int keyLength) {
        if (keyLength > MAX_KEY_BYTES) {
            throw new SssException(ErrorCode.TOO_LARGE, "a key of " + keyLength + " bytes is above the limit of "
                    + MAX_KEY_BYTES + " bytes; use a digest of it as key and keep the whole in the value");
        }
    }

    private void addInPieces(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        checkSizes(keyLength, valueLength);
        for (int done = 0; done < valueLength; ) {
            int piece = Math.min(MAX_PIECE_BYTES, valueLength - done);
            putPiece(key, keyOffset, keyLength, value, valueOffset + done, piece, done == 0, done + piece == valueLength);
            done += piece;
        }
        count(keyLength, valueLength);
    }

    private void putPiece(byte[] key, int keyOffset, int keyLength, byte[] piece, int offset, int length, boolean first,
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
