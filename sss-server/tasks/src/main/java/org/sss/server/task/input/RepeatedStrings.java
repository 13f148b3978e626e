package org.sss.server.task.input;

import java.util.Arrays;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.net.block.BigEndian;

/**
 * Decodes strings, and returns the same object for a short string that it has recently decoded: few words make up most
 * of a text. This avoids an object per string, and its hash code is computed once. If strings rarely repeat, they are
 * decoded as by {@link Codecs#STRING}. Not thread-safe. See docs/design/012.
 */
final class RepeatedStrings implements Codec<String> {
    private static final long serialVersionUID = 1L;
    /** Fifteen bytes and their count fit into two words. */
    private static final int LONGEST = 15;

    private static final int SLOT_BITS = 11;
    /** A task of few tuples creates no table. */
    private static final int DECODED_BEFORE_TABLE = 1024;
    /** Interval, in misses, of checks whether there are more hits than misses. */
    private static final int MISSES = 4096;
    /**
     * If there are not, the table is tried again after this number of strings, since other files may have other
     * strings.
     */
    private static final int DECODED_BEFORE_NEXT_TABLE = 1 << 20;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    /** By length of the string: mask of its first eight bytes and of the next eight. */
    private static final long[] FIRST = new long[LONGEST + 1];

    private static final long[] SECOND = new long[LONGEST + 1];

    static {
        for (int length = 1; length <= LONGEST; length++) {
            FIRST[length] = -1L << Math.max(0, 64 - 8 * length);
            SECOND[length] = length <= 8 ? 0 : -1L << 128 - 8 * length;
        }
    }

    private transient long[] words;
    private transient String[] strings;
    private transient int hits;
    private transient int misses;
    private transient int decodedBeforeTable = DECODED_BEFORE_TABLE;

    /** Returns the codec that a task decodes with. */
    @SuppressWarnings("unchecked")
    static <T> Codec<T> orOther(Codec<T> codec) {
        return codec == (Object) Codecs.STRING ? (Codec<T>) new RepeatedStrings() : codec.forTask();
    }

    @Override
    public String name() {
        return Codecs.STRING.name();
    }

    @Override
    public void encode(String value, ByteSink sink) {
        Codecs.STRING.encode(value, sink);
    }

    @Override
    public String decode(byte[] bytes, int offset, int length) {
        if (length > LONGEST || offset + 16 > bytes.length) {
            return Codecs.STRING.decode(bytes, offset, length);
        }
        long[] table = words;
        if (table == null) {
            return decodeWithoutTable(bytes, offset, length);
        }
        // Reading past the string and masking needs no branch that depends on the length.
        long first = BigEndian.getLong(bytes, offset) & FIRST[length];
        long second = BigEndian.getLong(bytes, offset + 8) & SECOND[length] | length;
        int slot = (int) ((first ^ second * MIX) * MIX >>> 64 - SLOT_BITS);
        if (table[2 * slot] == first && table[2 * slot + 1] == second) {
            hits++;
            return strings[slot];
        }
        String string = Codecs.STRING.decode(bytes, offset, length);
        table[2 * slot] = first;
        table[2 * slot + 1] = second;
        strings[slot] = string;
        if (++misses == MISSES) {
            look();
        }
        return string;
    }

    private String decodeWithoutTable(byte[] bytes, int offset, int length) {
        if (--decodedBeforeTable == 0) {
            words = new long[2 << SLOT_BITS];
            strings = new String[1 << SLOT_BITS];
            Arrays.fill(strings, ""); // encoded as two words of zeros
            hits = 0;
            misses = 0;
        }
        return Codecs.STRING.decode(bytes, offset, length);
    }

    private void look() {
        if (hits < misses) {
            words = null;
            strings = null;
            decodedBeforeTable = DECODED_BEFORE_NEXT_TABLE;
        }
        hits = 0;
        misses = 0;
    }
}
