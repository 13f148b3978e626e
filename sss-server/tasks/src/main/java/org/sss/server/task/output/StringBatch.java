package org.sss.server.task.output;

import java.util.Arrays;
import org.sss.api.LongCodec;
import org.sss.net.block.BigEndian;
import org.sss.net.block.KeyHash;
import org.sss.server.task.state.TaskState;

/**
 * A batch of strings and numbers for a {@link LongCombineTable}. The
 * {@linkplain StringBytes backing arrays of the strings} are buffered until there are {@value #MAX_TUPLES}, sorted by
 * {@linkplain #KINDS the way they are read} without a branch. Then each loop reads keys of one kind, without branches
 * on their length, which would be mispredicted and dominate the cost. By then the bytes that the user's program has
 * just written have reached the cache, and reading them as words does not stall. Loads of the table do not wait for one
 * another either. For the task's thread.
 */
final class StringBatch {
    static final int MAX_TUPLES = 128;
    /** Longer strings are copied instead, so that a batch retains little memory. */
    private static final int MAX_STRING_BYTES = 128;
    // Kinds of keys, by their length.
    private static final int UP_TO_3 = 0;
    private static final int FROM_4 = 1;
    private static final int FROM_8 = 2;
    private static final int LONG = 3;
    private static final int KIND_COUNT = 4;
    private static final byte[] KINDS = kinds();
    /** Number of drains after which {@link #strings} is reallocated. */
    private static final int MAX_DRAINS = 16;

    private final LongCombineTable table;
    private final LongPuts puts;
    private final TaskState state;
    /**
     * A range of {@link #MAX_TUPLES} for each kind. Reallocated so often that it is always in the young generation:
     * storing a reference into an old object costs as much as encoding the string.
     */
    private byte[][] strings;

    private int drains;
    private final long[] numbers = new long[KIND_COUNT * MAX_TUPLES];
    private final int[] counts = new int[KIND_COUNT];
    private int count;
    // The tuples being drained.
    private final ShortKeys shortKeys = new ShortKeys(MAX_TUPLES);
    private final byte[][] longKeys = new byte[MAX_TUPLES][];
    private final long[] longHashes = new long[MAX_TUPLES];
    private final long[] longValues = new long[MAX_TUPLES];
    private int longCount;
    private final byte[] encoded = new byte[2 * MAX_STRING_BYTES + KeyWords.MAX_BYTES];
    private long bytes;

    /** @param placement that depends only on the key bytes */
    StringBatch(LongCombineTable table, Placement<?, ?> placement, TaskState state) {
        this.table = table;
        this.state = state;
        puts = new LongPuts(table, placement);
        strings = new byte[KIND_COUNT * MAX_TUPLES][];
        state.addSign(() -> count);
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[MAX_STRING_BYTES + 1];
        for (int length = 0; length <= MAX_STRING_BYTES; length++) {
            int words = length <= KeyWords.MAX_BYTES ? FROM_8 : LONG;
            kinds[length] = (byte) (length < 4 ? UP_TO_3 : length < 8 ? FROM_4 : words);
        }
        return kinds;
    }

    /** Adds a tuple. Returns false if the bytes of the string are not accessible, or too long. */
    boolean add(String text, long number) {
        byte[] own = StringBytes.of(text);
        if (own == null || own.length > MAX_STRING_BYTES) {
            return false;
        }
        if (count == MAX_TUPLES) {
            drain();
        }
        int kind = KINDS[own.length];
        int at = kind * MAX_TUPLES + counts[kind]++;
        strings[at] = own;
        numbers[at] = number;
        count++;
        return true;
    }

    /** Puts all tuples into the table. */
    void drain() {
        bytes = (long) count * LongCodec.SIZE_BYTES;
        load();
        if (table.missesCache()) {
            table.touch(shortKeys.hashes, shortKeys.count);
            table.touch(longHashes, longCount);
        }
        puts.putAll(shortKeys);
        for (int i = 0; i < longCount; i++) {
            puts.put(longKeys[i], 0, longKeys[i].length, longHashes[i], longValues[i]);
        }
        state.emitted(count, bytes);
        clear();
    }

    private void load() {
        shortKeys.count = 0;
        longCount = 0;
        loadShort(UP_TO_3);
        loadShort(FROM_4);
        loadShort(FROM_8);
        loadLong();
    }

    private void clear() {
        Arrays.fill(counts, 0);
        count = 0;
        if (++drains == MAX_DRAINS) {
            strings = new byte[KIND_COUNT * MAX_TUPLES][];
            drains = 0;
        }
    }

    private void loadShort(int kind) {
        byte[][] from = strings;
        ShortKeys keys = shortKeys;
        long all = 0;
        for (int i = kind * MAX_TUPLES, end = i + counts[kind]; i < end; i++) {
            byte[] own = from[i];
            int length = own.length;
            long first = kind == FROM_8 ? BigEndian.getLong(own, 0) : BigEndian.prefix(own, 0, length);
            long second = kind == FROM_8 ? KeyWords.second(own, length) : 0;
            if (StringBytes.isAscii(first | second)) {
                keys.add(first, second, length, numbers[i]);
                all += length;
            } else {
                putEncoded(own, numbers[i]);
            }
        }
        bytes += all;
    }

    private void loadLong() {
        for (int i = LONG * MAX_TUPLES, end = i + counts[LONG]; i < end; i++) {
            byte[] own = strings[i];
            if (StringBytes.isAscii(own)) {
                longKeys[longCount] = own;
                longHashes[longCount] = KeyHash.hash64(own, 0, own.length);
                longValues[longCount++] = numbers[i];
                bytes += own.length;
            } else {
                putEncoded(own, numbers[i]);
            }
        }
    }

    /** Puts a string of characters below U+0100 that is not ASCII. */
    private void putEncoded(byte[] own, long number) {
        int length = 0;
        for (byte c : own) {
            if (c < 0) {
                encoded[length++] = (byte) (0xC0 | c >> 6 & 0x03);
                encoded[length++] = (byte) (0x80 | c & 0x3F);
            } else {
                encoded[length++] = c;
            }
        }
        puts.put(encoded, 0, length, table.hashOf(encoded, 0, length), number);
        bytes += length;
    }
}
