package org.sss.dataserver.index;

import java.util.Arrays;
import org.sss.net.block.BigEndian;

/**
 * Collects consecutive blocks of one run, or pages of its index, and makes an {@link IndexPage} of them. One thread at
 * a time.
 */
public final class BlockIndexBuilder {
    private byte[] entries;
    private byte[] keys = new byte[256];
    private int keyBytes;
    private int count;

    /** @param expected entries; there may be more */
    public BlockIndexBuilder(int expected) {
        entries = new byte[Math.max(8, expected) * IndexPage.ENTRY_BYTES];
    }

    /**
     * @param number tuples of a block; for a page, the number of its first block
     * @param flags  of {@link IndexPage}
     * @param key    its first key is {@code key[keyOffset, + keyLength)}
     */
    public void add(long offset, int length, int number, int flags, byte[] key, int keyOffset, int keyLength) {
        int entry = count * IndexPage.ENTRY_BYTES;
        if (entry == entries.length) {
            entries = Arrays.copyOf(entries, 2 * entry);
        }
        addKey(key, keyOffset, Math.min(keyLength, IndexPage.MAX_KEY_BYTES));
        boolean cut = keyLength > IndexPage.MAX_KEY_BYTES;
        BigEndian.putLong(entries, entry, offset);
        BigEndian.putInt(entries, entry + IndexPage.LENGTH_AT, length);
        BigEndian.putInt(entries, entry + IndexPage.TUPLES_AT, number);
        BigEndian.putInt(entries, entry + IndexPage.KEY_END_AT, keyBytes);
        BigEndian.putInt(entries, entry + IndexPage.FLAGS_AT, flags | (cut ? IndexPage.FLAG_KEY_CUT : 0));
        count++;
    }

    private void addKey(byte[] key, int offset, int length) {
        if (keys.length - keyBytes < length) {
            keys = Arrays.copyOf(keys, Math.max(2 * keys.length, keyBytes + length));
        }
        System.arraycopy(key, offset, keys, keyBytes, length);
        keyBytes += length;
    }

    int count() {
        return count;
    }

    /** Returns the bytes of the page. */
    public int bytes() {
        return IndexPage.HEADER_BYTES + count * IndexPage.ENTRY_BYTES + keyBytes;
    }

    /** Returns the bytes of the page with one more entry with a key of this length. */
    int bytesWith(int keyLength) {
        return bytes() + IndexPage.ENTRY_BYTES + Math.min(keyLength, IndexPage.MAX_KEY_BYTES);
    }

    /** Returns the number of its first entry. */
    int firstNumber() {
        return BigEndian.getInt(entries, IndexPage.TUPLES_AT);
    }

    /** Adds a page, which starts with the first block of this one, to the level above. */
    void addTo(BlockIndexBuilder above, IndexPage.Pointer pointer) {
        above.add(
                pointer.offset(),
                pointer.bytes(),
                pointer.first(),
                BigEndian.getInt(entries, IndexPage.FLAGS_AT),
                keys,
                0,
                firstKeyBytes());
    }

    /** Returns the stored length of its first key. */
    int firstKeyBytes() {
        return count == 0 ? 0 : BigEndian.getInt(entries, IndexPage.KEY_END_AT);
    }

    /** @param first number of the first block */
    public byte[] build(int run, int level, int first) {
        byte[] page = new byte[bytes()];
        BigEndian.putInt(page, IndexPage.RUN_AT, run);
        BigEndian.putInt(page, IndexPage.LEVEL_AT, level);
        BigEndian.putInt(page, IndexPage.FIRST_AT, first);
        BigEndian.putInt(page, IndexPage.ENTRIES_AT, count);
        int keysAt = IndexPage.HEADER_BYTES + count * IndexPage.ENTRY_BYTES;
        System.arraycopy(entries, 0, page, IndexPage.HEADER_BYTES, count * IndexPage.ENTRY_BYTES);
        System.arraycopy(keys, 0, page, keysAt, keyBytes);
        BigEndian.putInt(page, 0, IndexPage.crc(page));
        return page;
    }

    void clear() {
        count = 0;
        keyBytes = 0;
    }
}
