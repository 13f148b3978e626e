package org.sss.cli.group;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.RawTuples;

/**
 * Collects the tuples with the largest values: numbers by value, others in the order of their bytes; ties are resolved
 * by smaller key. One thread.
 */
final class LargestValues {
    /** The encodings are in the order of the values. */
    private static final Comparator<Tuple> LARGEST_FIRST = Comparator.comparing(Tuple::value, Arrays::compareUnsigned)
            .reversed()
            .thenComparing(Tuple::key, Arrays::compareUnsigned);

    private final int limit;
    private final long maxBytes;
    private final PriorityQueue<Tuple> smallestFirst = new PriorityQueue<>(LARGEST_FIRST.reversed());
    private long bytes;

    /** Encoded. */
    record Tuple(byte[] key, byte[] value) {
        long bytes() {
            return (long) key.length + value.length;
        }
    }

    /** @param maxBytes of the collected tuples */
    LargestValues(int limit, long maxBytes) {
        this.limit = limit;
        this.maxBytes = maxBytes;
    }

    /**
     * Adds the current tuple. Tuples must come in key order: one that only equals the smallest collected value is not
     * added.
     *
     * @throws SssException TOO_LARGE
     */
    void offer(RawTuples tuples) {
        int from = tuples.valueOffset();
        offer(
                tuples.keyArray(),
                tuples.keyOffset(),
                tuples.keyLength(),
                tuples.valueArray(),
                from,
                tuples.valueLength());
    }

    void offer(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        if (smallestFirst.size() == limit
                && (limit == 0
                        || !isLarger(
                                value,
                                valueOffset,
                                valueLength,
                                smallestFirst.peek().value()))) {
            return;
        }
        add(new Tuple(
                Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength),
                Arrays.copyOfRange(value, valueOffset, valueOffset + valueLength)));
    }

    private static boolean isLarger(byte[] value, int offset, int length, byte[] than) {
        return Arrays.compareUnsigned(value, offset, offset + length, than, 0, than.length) > 0;
    }

    private void add(Tuple tuple) {
        smallestFirst.add(tuple);
        bytes += tuple.bytes();
        if (smallestFirst.size() > limit) {
            bytes -= smallestFirst.poll().bytes();
        }
        if (bytes > maxBytes) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "the " + smallestFirst.size() + " largest tuples so far have " + bytes + " bytes, more than "
                            + maxBytes + "; ask for fewer, or sort the group by value with a job");
        }
    }

    /** Returns the tuples, the largest value first. */
    List<Tuple> tuples() {
        return smallestFirst.stream().sorted(LARGEST_FIRST).toList();
    }
}
