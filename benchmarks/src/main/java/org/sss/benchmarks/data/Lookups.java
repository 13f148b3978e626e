package org.sss.benchmarks.data;

/** Which records are asked for one by one: drawn evenly, the same ones each time. Immutable. */
public final class Lookups {
    private static final long STREAM = 0x6C6F6F6B7570L;

    private final Records records;
    private final int count;
    private final long checksum;

    public Lookups(Records records, int count) {
        this.records = records;
        this.count = count;
        long sum = 0;
        for (int j = 0; j < count; j++) {
            int i = record(j);
            sum += Checksum.of(
                    records.keys(),
                    i * Records.KEY_BYTES,
                    Records.KEY_BYTES,
                    records.pool(),
                    records.valueOffset(i),
                    records.valueBytes());
        }
        checksum = sum;
    }

    public int count() {
        return count;
    }

    /** Sum of the {@link Checksum} of all answers. */
    public long checksum() {
        return checksum;
    }

    /** The number of the record that lookup {@code j} asks for. */
    public int record(int j) {
        return (int) Long.remainderUnsigned(Mix.word(records.seed() + STREAM, j), records.count());
    }

    /** A copy of the key that lookup {@code j} asks for. */
    public byte[] key(int j) {
        byte[] key = new byte[Records.KEY_BYTES];
        System.arraycopy(records.keys(), record(j) * Records.KEY_BYTES, key, 0, key.length);
        return key;
    }

    /** The first lookup of part {@code part} of {@code parts}. */
    public int start(int part, int parts) {
        return (int) ((long) count * part / parts);
    }
}
