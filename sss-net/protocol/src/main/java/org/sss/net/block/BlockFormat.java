package org.sss.net.block;

/**
 * The bytes of a block: the unit of transfer and of storage, sorted tuples of one run with a checksum. The same bytes
 * are sent by the mapper, stored in the segment file and read by the reducer. All numbers are big-endian.
 *
 * <pre>
 *   offset size
 *      0    4  magic "SSB" and the format version, 1
 *      4    4  length of the whole block in bytes, header included
 *      8    4  CRC32C of the bytes from offset 12 to the end
 *     12    1  flags: bit 0, the first value continues the last one of the block before;
 *              bit 1, the last value continues in the next block
 *     13    1  compression of the entries: 0 none, 1 LZ4, 2 Zstd
 *     14    2  reserved, 0
 *     16    4  entries: tuples and pieces of tuples in this block
 *     20    4  tuples: values that end in this block (the sum over a run is its number of tuples)
 *     24    4  offset of the key length of the last key, in the uncompressed block
 *     28    4  bytes of keys and values, the key counted for each tuple, that of a value in pieces with its first piece;
 *              0 if unspecified
 *     32    -  entries, back to back; with compression:
 *              4  length of the entries in bytes
 *              -  the entries, compressed: an LZ4 block without a frame, or one Zstandard frame
 *
 *   entry:  varint (value bytes &lt;&lt; 1 | new key)
 *           if new key: varint key bytes, key        (otherwise the key of the entry before)
 *           value
 * </pre>
 *
 * Keys ascend (unsigned bytes) within a block and from block to block of a run; a key may appear in several blocks.
 * Equal keys within a block are written once. The first entry always has its key. A value above {@link
 * #MAX_PIECE_BYTES} is cut into pieces over several blocks, each with the key. Varints are little-endian groups of 7
 * bits, as in Protocol Buffers.
 *
 * <p>The header is never compressed, so code that moves blocks decompresses nothing. A block may be uncompressed in a
 * compressed group, since not every block becomes smaller.
 */
public final class BlockFormat {
    public static final int MAGIC = 'S' << 24 | 'S' << 16 | 'B' << 8 | 1;

    public static final int MAGIC_AT = 0;
    public static final int LENGTH_AT = 4;
    public static final int CRC_AT = 8;
    public static final int FLAGS_AT = 12;
    public static final int COMPRESSION_AT = 13;
    public static final int ENTRIES_AT = 16;
    public static final int TUPLES_AT = 20;
    public static final int LAST_KEY_AT = 24;
    public static final int DATA_BYTES_AT = 28;
    public static final int HEADER_BYTES = 32;
    /** Of a compressed block: offset of the length of its entries, and of the compressed bytes. */
    public static final int ENTRY_BYTES_AT = 32;

    public static final int COMPRESSED_AT = 36;

    public static final byte COMPRESSION_NONE = 0;
    public static final byte COMPRESSION_LZ4 = 1;
    public static final byte COMPRESSION_ZSTD = 2;

    public static final int FLAG_CONTINUES_PREVIOUS = 1;
    public static final int FLAG_CONTINUES_IN_NEXT = 2;

    /**
     * A block is closed if the next entry would make it larger than this, unless it would be empty or {@link
     * #MAX_BYTES} permits it.
     */
    public static final int TARGET_BYTES = 32 << 10;
    /**
     * Maximum size of a block of which otherwise more than an eighth would stay empty. Two values of 16 KiB, with their
     * keys, are just above 32 KiB; one block for each would double the number of frames, checksums and index entries.
     * It is the next size class of Netty's pool.
     */
    public static final int MAX_BYTES = 40 << 10;
    /**
     * Target size of a block before compression; only a block with a single tuple exceeds it. Text compresses to 20 to
     * 30 KiB, about the size for which segment files are tuned, and the window of LZ4 is 64 KiB: larger blocks compress
     * hardly better (lines of text by 2.0 to 2.3 at 32 KiB, 2.4 at 64, 2.2 to 2.4 at 128), but cost a merge more memory
     * per run and a point read more work.
     */
    public static final int COMPRESSED_TARGET_BYTES = 64 << 10;

    public static final int MAX_KEY_BYTES = (64 << 10) - 1;
    /** Maximum size of one piece of a value in one block. */
    public static final int MAX_PIECE_BYTES = 256 << 10;

    public static final long MAX_VALUE_BYTES = 1L << 30;
    /** Header, one key and one piece of maximum size, and their lengths. */
    public static final int MAX_BLOCK_BYTES = HEADER_BYTES + MAX_KEY_BYTES + MAX_PIECE_BYTES + 16;

    private BlockFormat() {}
}
