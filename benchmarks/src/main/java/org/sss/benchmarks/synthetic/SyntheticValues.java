package org.sss.benchmarks.synthetic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.sss.benchmarks.data.Mix;

/**
 * Values that cost little more than a copy and do not compress: parts of one array of random bytes, at a random place.
 * One thread at a time.
 *
 * <pre>
 *   value, at least 16 bytes:  i64 pairs folded in it | i64 sum of their checks | random bytes
 *   shorter value:             random bytes; its check is its first byte, unsigned
 *   check of pair g:           64 random bits, from which the place of its random bytes follows
 * </pre>
 *
 * The header lies in the array itself for as long as the value is in use, so that no copy is needed to join it with the
 * rest.
 */
public final class SyntheticValues {
    public static final int HEADER_BYTES = 16;
    private static final int POSITIONS = 1 << 20;
    /** Longer arrays repeat, further apart than compressors of blocks look back. */
    private static final int RANDOM_BYTES = 4 << 20;

    public static final long SEED = 20110314;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] array;
    private int place;
    private boolean hasHeader;
    private long first;
    private long second;

    /** @param longest the longest value that will be asked for, at most 1 GiB */
    public SyntheticValues(int longest) {
        array = new byte[(POSITIONS + Math.max(HEADER_BYTES, longest) + 7) & -8];
        int random = Math.min(array.length, RANDOM_BYTES);
        for (int at = 0; at < random; at += Long.BYTES) {
            LONG.set(array, at, Mix.mix64(SEED + at));
        }
        for (int at = random; at < array.length; at += random) {
            System.arraycopy(array, 0, array, at, Math.min(random, array.length - at));
        }
    }

    /** Where values lie. */
    public byte[] array() {
        return array;
    }

    /** 64 random bits for pair {@code g}. */
    public static long check(long pair) {
        return Mix.mix64((pair + 1) * Mix.GAMMA);
    }

    /** The sum of the checks of folded pairs, as {@link Emission} hands them. */
    public static long checks(long firstPair, int count, long step) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += check(firstPair + i * step);
        }
        return sum;
    }

    /**
     * Makes a value and returns where it lies in {@link #array()}, until {@link #release()}.
     *
     * @param check sum of the checks of the pairs that it stands for
     */
    public int make(long check, long count, int length) {
        place = place(check);
        hasHeader = length >= HEADER_BYTES;
        if (hasHeader) {
            first = (long) LONG.get(array, place);
            second = (long) LONG.get(array, place + Long.BYTES);
            LONG.set(array, place, count);
            LONG.set(array, place + Long.BYTES, check);
        }
        return place;
    }

    /** Puts back what the header of the value has replaced. */
    public void release() {
        if (hasHeader) {
            LONG.set(array, place, first);
            LONG.set(array, place + Long.BYTES, second);
            hasHeader = false;
        }
    }

    /** A value of its own. */
    public byte[] copy(long check, long count, int length) {
        byte[] value = Arrays.copyOfRange(array, place(check), place(check) + length);
        if (length >= HEADER_BYTES) {
            LONG.set(value, 0, count);
            LONG.set(value, Long.BYTES, check);
        }
        return value;
    }

    /** What {@link #checkOf} gives for the value of a pair. */
    public long expectedCheck(long pair, int length) {
        long check = check(pair);
        return length >= HEADER_BYTES ? check : array[place(check)] & 0xFF;
    }

    /** Pairs folded in a value. */
    public static long countOf(byte[] bytes, int offset, int length) {
        return length >= HEADER_BYTES ? (long) LONG.get(bytes, offset) : 1;
    }

    /** The sum of the checks of a value. */
    public static long checkOf(byte[] bytes, int offset, int length) {
        return length >= HEADER_BYTES ? (long) LONG.get(bytes, offset + Long.BYTES) : bytes[offset] & 0xFF;
    }

    /** Adds the pairs of a value to those of another, in place. Both have a header. */
    public static void fold(byte[] into, int offset, byte[] other, int otherOffset) {
        LONG.set(into, offset, (long) LONG.get(into, offset) + (long) LONG.get(other, otherOffset));
        LONG.set(
                into,
                offset + Long.BYTES,
                (long) LONG.get(into, offset + Long.BYTES) + (long) LONG.get(other, otherOffset + Long.BYTES));
    }

    /**
     * What a combiner leaves of a value with a header that is alone: as much as there is room for. A longer one ends as
     * it would have been made, for {@link #endsRight}, and has zeros before.
     */
    public static void resize(byte[] bytes, int offset, int length, byte[] into) {
        int copied = Math.min(length, into.length);
        System.arraycopy(bytes, offset, into, 0, copied);
        if (copied < into.length) {
            Arrays.fill(into, copied, into.length, (byte) 0);
            into[into.length - 1] = byteAt(place(checkOf(bytes, offset, length)) + into.length - 1);
        }
    }

    /** Whether the last byte of an unfolded value is the one that was made; needs no array. */
    public static boolean endsRight(byte[] bytes, int offset, int length) {
        if (length <= HEADER_BYTES || countOf(bytes, offset, length) != 1) {
            return true;
        }
        return bytes[offset + length - 1] == byteAt(place(checkOf(bytes, offset, length)) + length - 1);
    }

    /**
     * Whether all bytes after the header of a value are those that were made; needs no array. A value without a header
     * is whole.
     */
    public static boolean isWhole(byte[] bytes, int offset, int length) {
        if (length < HEADER_BYTES) {
            return true;
        }
        int place = place(checkOf(bytes, offset, length));
        int i = HEADER_BYTES;
        for (; i < length && (place + i) % Long.BYTES != 0; i++) {
            if (bytes[offset + i] != byteAt(place + i)) {
                return false;
            }
        }
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if ((long) LONG.get(bytes, offset + i) != longAt(place + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (bytes[offset + i] != byteAt(place + i)) {
                return false;
            }
        }
        return true;
    }

    /** What lies at a place of an array that is long enough. */
    private static byte byteAt(int at) {
        int inLong = at % Long.BYTES;
        return (byte) (longAt(at - inLong) >>> (Long.BYTES - 1 - inLong) * Byte.SIZE);
    }

    /** @param at a multiple of 8 */
    private static long longAt(int at) {
        return Mix.mix64(SEED + at % RANDOM_BYTES);
    }

    private static int place(long check) {
        return (int) (check >>> 44) & POSITIONS - 1;
    }
}
