package org.sss.benchmarks.stores;

import java.io.Serializable;
import java.util.Arrays;
import org.sss.benchmarks.data.Records;

/**
 * How a client transfers the records of one thread: as one stream, as the data server of the paper of 2012 introduced
 * it, or in blocks of a number of records, as the client of Tokyo Tyrant before it: the next block is sent, or
 * requested, after the answer for the last one. Immutable.
 *
 * @param blockRecords records of a block; 0 for one stream
 */
public record Transfer(int blockRecords) implements Serializable {
    public static final Transfer PIPELINED = new Transfer(0);

    boolean inBlocks() {
        return blockRecords > 0;
    }

    /** How many blocks each of {@code threads} threads has, at least one. */
    int blocks(int records, int threads) {
        long ofThread = ((long) records + threads - 1) / threads;
        return inBlocks() ? (int) ((ofThread + blockRecords - 1) / blockRecords) : 1;
    }

    /**
     * Where each of {@code threads} threads, which read parts of the same size, divides its part into blocks: block
     * {@code i} has the keys from bound {@code i} to before bound {@code i + 1}. As keys are hashed to the parts, a
     * block has {@link #blockRecords} records on average.
     *
     * @return prefixes of keys; the first and the last are null, without a bound
     */
    byte[][] bounds(Records records, int threads) {
        int blocks = blocks(records.count(), threads);
        byte[][] bounds = new byte[blocks + 1][];
        if (blocks > 1) {
            byte[][] sorted = new byte[records.count()][];
            Arrays.setAll(
                    sorted,
                    i -> Arrays.copyOfRange(records.keys(), i * Records.KEY_BYTES, i * Records.KEY_BYTES + Long.BYTES));
            Arrays.sort(sorted, Arrays::compareUnsigned);
            Arrays.setAll(bounds, i -> i == 0 || i == blocks ? null : sorted[records.start(i, blocks)]);
        }
        return bounds;
    }
}
