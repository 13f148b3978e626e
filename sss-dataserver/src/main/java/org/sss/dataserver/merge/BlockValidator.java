package org.sss.dataserver.merge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.IndexPage;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.BlockReader;

/**
 * Validates one block at a time, from checksum to last entry, and prepares it for the store: what enters a segment can
 * be read back. Trusts the headers of blocks that this process has packed or validated before. Reused; one thread at a
 * time.
 */
public final class BlockValidator implements AutoCloseable {
    /** Most keys are much shorter. */
    private static final int END_BYTES = 512;

    private final BlockReader reader = new BlockReader();
    private final BlockStage stage = new BlockStage();
    private ByteBuf direct;
    private byte[] heap = new byte[0];
    private int blockBytes;
    private int checksum;
    private int mergeBytes;
    private int tuples;
    private long dataBytes;
    private boolean continuesPrevious;
    private boolean continuesInNext;
    private byte[] firstKeyArray;
    private int firstKeyOffset;
    private int firstKeyLength;
    private byte[] lastKeyArray;
    private int lastKeyOffset;
    private int lastKeyLength;
    private long entries;
    /** As {@link BigEndian#prefix}, of the last key read. */
    private long keyPrefix;

    /** Validates the block in the readable bytes of {@code block}; copies it if it is not in an array. */
    public void load(ByteBuf block) {
        int length = block.readableBytes();
        if (block.hasArray()) {
            load(block.array(), block.arrayOffset() + block.readerIndex(), length);
            return;
        }
        load(onHeap(block), 0, length);
    }

    /**
     * As {@link #load(ByteBuf)}, for a block that was packed in this process: trusts its header, and does not walk what
     * the writer has just written.
     */
    public void trust(ByteBuf block) {
        if (block.hasArray()) {
            trust(block.array(), block.arrayOffset() + block.readerIndex(), block.readableBytes());
        } else if (!trustEnds(block)) {
            trust(onHeap(block), 0, block.readableBytes());
        }
    }

    /** Copies only the header and the first and last key; returns false if these are not all in the copy. */
    private boolean trustEnds(ByteBuf block) {
        int at = block.readerIndex();
        int length = block.readableBytes();
        if (length < 4 * END_BYTES
                || block.getByte(at + BlockFormat.COMPRESSION_AT) != BlockFormat.COMPRESSION_NONE
                || block.getInt(at + BlockFormat.DATA_BYTES_AT) == 0) {
            return false;
        }
        int lastKeyAt = block.getInt(at + BlockFormat.LAST_KEY_AT);
        if (lastKeyAt < BlockFormat.HEADER_BYTES || lastKeyAt >= length) {
            return false;
        }
        int end = Math.min(length, lastKeyAt + END_BYTES);
        growHeap(length);
        block.getBytes(at, heap, 0, END_BYTES);
        block.getBytes(at + lastKeyAt, heap, lastKeyAt, end - lastKeyAt);
        trust(heap, 0, length);
        return firstKeyOffset + firstKeyLength <= END_BYTES && lastKeyOffset + lastKeyLength <= end;
    }

    private byte[] onHeap(ByteBuf block) {
        int length = block.readableBytes();
        growHeap(length);
        block.getBytes(block.readerIndex(), heap, 0, length);
        return heap;
    }

    private void growHeap(int length) {
        if (heap.length < length) {
            heap = new byte[Math.max(length, 2 * BlockFormat.TARGET_BYTES)];
        }
    }

    /** As {@link #load(byte[], int, int)}, for a block that was packed, or loaded before, in this process. */
    void trust(byte[] array, int offset, int length) {
        reader.resetUnchecked(array, offset, length);
        if (reader.dataBytes() == 0 || !reader.next()) {
            load(array, offset, length);
            return;
        }
        dataBytes = reader.dataBytes();
        firstKeyOffset = reader.keyOffset();
        firstKeyLength = reader.keyLength();
        reader.skipRest();
        noteEnds(length);
    }

    /**
     * The same for the block that {@code merge} has returned, whose first and last key it knows: a compressed one is
     * not decompressed for them. {@link #entries} must not be called for it.
     */
    void trust(BlockMerge merge) {
        byte[] array = merge.array();
        int at = merge.offset();
        int header = BigEndian.getInt(array, at + BlockFormat.DATA_BYTES_AT);
        if (array[at + BlockFormat.COMPRESSION_AT] == BlockFormat.COMPRESSION_NONE || header == 0) {
            trust(array, at, merge.length());
            return;
        }
        blockBytes = merge.length();
        checksum = BigEndian.getInt(array, at + BlockFormat.CRC_AT);
        mergeBytes = blockBytes + BlockFormat.COMPRESSED_TARGET_BYTES;
        tuples = merge.tuples();
        dataBytes = header;
        continuesPrevious = (array[at + BlockFormat.FLAGS_AT] & BlockFormat.FLAG_CONTINUES_PREVIOUS) != 0;
        continuesInNext = (array[at + BlockFormat.FLAGS_AT] & BlockFormat.FLAG_CONTINUES_IN_NEXT) != 0;
        firstKeyArray = merge.firstKey();
        firstKeyOffset = 0;
        firstKeyLength = firstKeyArray.length;
        lastKeyArray = merge.lastKey();
        lastKeyOffset = 0;
        lastKeyLength = lastKeyArray.length;
    }

    /** The reader is at the end of a block of this many bytes. */
    private void noteEnds(int length) {
        blockBytes = length;
        checksum = BigEndian.getInt(reader.blockArray(), reader.blockOffset() + BlockFormat.CRC_AT);
        mergeBytes = length + (reader.compression() == Compression.NONE ? 0 : reader.plainLength());
        tuples = reader.tupleCount();
        continuesPrevious = reader.continuesPrevious();
        continuesInNext = reader.continuesInNext();
        firstKeyArray = reader.array();
        lastKeyArray = reader.array();
        lastKeyOffset = reader.keyOffset();
        lastKeyLength = reader.keyLength();
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} */
    public void load(byte[] array, int offset, int length) {
        reader.reset(array, offset, length);
        entries = 0;
        dataBytes = 0;
        while (reader.next()) {
            if (reader.isNewKey()) {
                checkAscends();
            }
            count();
        }
        int cut = reader.valueContinues() ? 1 : 0;
        if (entries == 0 || reader.tupleCount() != entries - cut) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "damaged block: its header has " + reader.tupleCount() + " tuples, its entries have "
                            + (entries - cut));
        }
        if (reader.dataBytes() != 0 && reader.dataBytes() != dataBytes) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "damaged block: its header has " + reader.dataBytes()
                            + " bytes of keys and values, its entries have " + dataBytes);
        }
        noteEnds(length);
    }

    /** Merges, scans and point reads rely on the order and do not check it. Most keys differ within the prefix. */
    private void checkAscends() {
        byte[] array = reader.array();
        int offset = reader.keyOffset();
        int length = reader.keyLength();
        if (length > BlockFormat.MAX_KEY_BYTES) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "entry " + entries + " (from 0 on) has a key of " + length + " bytes, the maximum is "
                            + BlockFormat.MAX_KEY_BYTES);
        }
        long before = keyPrefix;
        keyPrefix = BigEndian.prefix(array, offset, length);
        int order = entries == 0 ? -1 : Long.compareUnsigned(before, keyPrefix);
        if (order == 0) {
            order = Arrays.compareUnsigned(
                    array, lastKeyOffset, lastKeyOffset + lastKeyLength, array, offset, offset + length);
        }
        if (order >= 0) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "its keys do not ascend: that of entry " + entries + " (from 0 on) is "
                            + (order == 0 ? "marked as new, but equal to the one before" : "below the one before")
                            + "; the writer of a block must"
                            + " write each key once, in ascending order of their bytes as unsigned");
        }
        lastKeyOffset = offset;
        lastKeyLength = length;
    }

    private void count() {
        if (entries++ == 0) {
            firstKeyOffset = reader.keyOffset();
            firstKeyLength = reader.keyLength();
            dataBytes += reader.continuesPrevious() ? 0 : reader.keyLength();
        } else {
            dataBytes += reader.keyLength();
        }
        dataBytes += reader.valueLength();
    }

    /** Returns the loaded block from its start. If it was walked to its end, this is as before. */
    public BlockReader entries() {
        reader.reset(reader.blockArray(), reader.blockOffset(), reader.blockLength());
        return reader;
    }

    /** Returns the reader as it is after {@link #load} or {@link #trust}. */
    BlockReader loaded() {
        return reader;
    }

    public int blockBytes() {
        return blockBytes;
    }

    /** Returns the checksum in its header. */
    int checksum() {
        return checksum;
    }

    /** Returns what a merge buffers of the block: a compressed one, and the same block without compression. */
    int mergeBytes() {
        return mergeBytes;
    }

    public int tuples() {
        return tuples;
    }

    /** Returns the bytes of keys and values; the key of a value in chunks is counted with its first chunk. */
    public long dataBytes() {
        return dataBytes;
    }

    public boolean continuesPrevious() {
        return continuesPrevious;
    }

    boolean continuesInNext() {
        return continuesInNext;
    }

    public int firstKeyLength() {
        return firstKeyLength;
    }

    public byte[] firstKey() {
        return Arrays.copyOfRange(firstKeyArray, firstKeyOffset, firstKeyOffset + firstKeyLength);
    }

    /**
     * Returns the prefix of the first key that an index needs: one byte more than it stores shows that the key is
     * longer.
     */
    byte[] indexedKey() {
        return Arrays.copyOfRange(firstKeyArray, firstKeyOffset, firstKeyOffset + indexedKeyLength());
    }

    int indexedKeyLength() {
        return Math.min(firstKeyLength, IndexPage.MAX_KEY_BYTES + 1);
    }

    /** Compares the first key with {@code key[0, length)}. */
    int compareFirstKey(byte[] key, int length) {
        return Arrays.compareUnsigned(firstKeyArray, firstKeyOffset, firstKeyOffset + firstKeyLength, key, 0, length);
    }

    boolean firstKeyStartsWith(byte[] key, int length) {
        return firstKeyLength >= length
                && Arrays.equals(firstKeyArray, firstKeyOffset, firstKeyOffset + length, key, 0, length);
    }

    /** Valid while the block is loaded. */
    ByteBuffer lastKey() {
        return ByteBuffer.wrap(lastKeyArray, lastKeyOffset, lastKeyLength);
    }

    /** Returns the array of {@link #firstKeyOffset}. */
    public byte[] keyArray() {
        return firstKeyArray;
    }

    public int firstKeyOffset() {
        return firstKeyOffset;
    }

    /** Returns memory of the thread that uses this, for the file that it writes. */
    public BlockStage stage() {
        return stage;
    }

    /** Returns the block in direct memory, valid until the next call: {@code block} itself if it is direct. */
    public ByteBuffer value(ByteBuf block) {
        if (block.isDirect() && block.nioBufferCount() == 1) {
            return block.nioBuffer();
        }
        int length = block.readableBytes();
        if (direct == null || direct.capacity() < length) {
            releaseDirect();
            direct = PooledByteBufAllocator.DEFAULT.directBuffer(Math.max(length, 2 * BlockFormat.TARGET_BYTES));
        }
        direct.setBytes(0, block, block.readerIndex(), length);
        return direct.nioBuffer(0, length);
    }

    private void releaseDirect() {
        if (direct != null) {
            direct.release();
            direct = null;
        }
    }

    @Override
    public void close() {
        releaseDirect();
        stage.close();
    }
}
