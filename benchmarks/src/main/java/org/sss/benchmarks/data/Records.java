package org.sss.benchmarks.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A number of records with unique pseudo-random keys of 32 bytes, in no order, and values of one size with
 * pseudo-random bytes. The same arguments give the same records everywhere, also in the C program of the rivals. Keys
 * lie ready in memory; values are parts of one pool of random bytes that fits into a processor's cache, so that making
 * a record costs little more than a copy of it. Immutable.
 *
 * <pre>
 *   key i    4 words of the random stream of the seed, from word 4 i on; the first word of a key is unique
 *   value i  pool[p, p + value bytes), p = 20 bits of a second stream at i
 * </pre>
 *
 * With {@link #ofText} the pool is of words instead, which can be compressed, as keys still cannot.
 */
public final class Records {
    public static final int KEY_BYTES = 32;
    /** Keys lie in one array. */
    public static final int MAX = Integer.MAX_VALUE / KEY_BYTES;

    private static final int POSITIONS = 1 << 20;
    private static final long POOL_STREAM = 0x706F6F6CL;
    private static final long PLACE_STREAM = 0x706C616365L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long seed;
    private final int count;
    private final int valueBytes;
    private final byte[] keys;
    private final byte[] pool;
    private final long checksum;

    /** @throws IllegalArgumentException for more than {@link #MAX} */
    public Records(long seed, int count, int valueBytes) {
        this(seed, count, valueBytes, randomBytes(poolSeed(seed), poolBytes(valueBytes)));
    }

    /** The same keys; values are text: of 1,000 words in random order. */
    public static Records ofText(long seed, int count, int valueBytes) {
        return new Records(seed, count, valueBytes, WordPool.of(poolSeed(seed), (int) poolBytes(valueBytes)));
    }

    private Records(long seed, int count, int valueBytes, byte[] pool) {
        if (count < 1 || count > MAX) {
            throw new IllegalArgumentException(count + " records; 1 to " + MAX + " are possible");
        }
        this.seed = seed;
        this.count = count;
        this.valueBytes = valueBytes;
        keys = randomBytes(seed, (long) count * KEY_BYTES);
        this.pool = pool;
        checksum = checksumOf(0, count);
    }

    public long seed() {
        return seed;
    }

    public int count() {
        return count;
    }

    public int valueBytes() {
        return valueBytes;
    }

    /** Sum of the {@link Checksum} of all records. */
    public long checksum() {
        return checksum;
    }

    /** All keys one after another, each {@link #KEY_BYTES} long. */
    public byte[] keys() {
        return keys;
    }

    /** Where all values lie. */
    public byte[] pool() {
        return pool;
    }

    /** Where in {@link #pool()} the value of record {@code i} starts. */
    public int valueOffset(int i) {
        return (int) Mix.word(seed + PLACE_STREAM, i) & POSITIONS - 1;
    }

    /**
     * The first record of part {@code part} of {@code parts} of about the same size; of part {@code parts}: the count.
     */
    public int start(int part, int parts) {
        return (int) ((long) count * part / parts);
    }

    private long checksumOf(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += Checksum.of(keys, i * KEY_BYTES, KEY_BYTES, pool, valueOffset(i), valueBytes);
        }
        return sum;
    }

    private static long poolSeed(long seed) {
        return Mix.mix64(seed + POOL_STREAM);
    }

    private static long poolBytes(int valueBytes) {
        return (POSITIONS + valueBytes + 7L) & -8;
    }

    private static byte[] randomBytes(long stream, long length) {
        byte[] bytes = new byte[Math.toIntExact(length)];
        for (int at = 0; at < bytes.length; at += Long.BYTES) {
            LONG.set(bytes, at, Mix.word(stream, at / Long.BYTES));
        }
        return bytes;
    }
}
