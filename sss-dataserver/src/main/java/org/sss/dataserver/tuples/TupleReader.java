package org.sss.dataserver.tuples;

import java.util.Arrays;
import org.sss.net.block.KeyRange;

/**
 * The values of a range of keys, by key, then in the order of the runs, without runs that are not committed. The file
 * has the values of a key in the order in which the runs started, so those of one key are sorted here. One thread at a
 * time.
 *
 * <pre>
 *   batch of records --by key--> all values of a key are in it:  sorted by run
 *                                more than fit into a batch:     read again, run by run
 * </pre>
 */
final class TupleReader {
    private final TupleSegment segment;
    private final TupleRuns runs;
    private final byte[] to;
    private final int batchBytes;
    private final TupleBatch batch;
    private byte[] from;
    /** Offset of the next record in the batch. */
    private int next;
    /** Records of one key, or some of them: rank of the run << 32 | offset in the batch. */
    private long[] group = new long[64];

    private int groupSize;
    private int groupAt;
    private byte[] key = new byte[64];
    private int keyLength;
    private long keys;
    /** Rank of the run that is read, of a key with more records than a batch, or -1. */
    private int rank = -1;

    private int offset;

    /** @param batch scratch memory */
    TupleReader(TupleSegment segment, KeyRange range, int batchBytes, TupleBatch batch) {
        this.segment = segment;
        this.batchBytes = batchBytes;
        this.batch = batch;
        batch.clear();
        runs = segment.runs();
        from = range.from() == null
                ? TupleKeys.subgroup(segment.group(), segment.subgroup())
                : TupleKeys.key(segment.group(), segment.subgroup(), range.from());
        to = range.to() == null
                ? TupleKeys.subgroup(segment.group(), segment.subgroup() + 1)
                : TupleKeys.key(segment.group(), segment.subgroup(), range.to());
    }

    /** Moves to the next value, or chunk of one. */
    boolean next() {
        while (groupAt == groupSize) {
            if (!nextGroup()) {
                return false;
            }
        }
        offset = (int) group[groupAt++];
        return true;
    }

    /** Returns the array with the key in {@code [0, keyLength())}, valid until the next one. */
    byte[] key() {
        return key;
    }

    int keyLength() {
        return keyLength;
    }

    /** Returns the number of keys up to this one. */
    long keys() {
        return keys;
    }

    /** Returns the array with the value. */
    byte[] array() {
        return batch.bytes();
    }

    int valueOffset() {
        return batch.valueAt(offset);
    }

    int valueLength() {
        return batch.valueLength(offset);
    }

    /** Returns true if the next record continues this value. */
    boolean valueContinues() {
        return TupleKeys.valueContinues(batch.bytes(), batch.keyAt(offset), batch.keyLength(offset));
    }

    /** Returns false at the end. A group of records may be empty. */
    private boolean nextGroup() {
        groupSize = 0;
        groupAt = 0;
        if (rank >= 0) {
            nextOfRun();
        } else if (next < batch.end() || fill()) {
            takeGroup();
        } else {
            return false;
        }
        return true;
    }

    private boolean fill() {
        next = 0;
        if (!segment.read(from, to, batchBytes, batch)) {
            return false;
        }
        from = batch.afterLast();
        return true;
    }

    private void takeGroup() {
        int first = next;
        while (next < batch.end() && isSameKey(first, next)) {
            add(next);
            next = batch.after(next);
        }
        copyKey(first);
        if (next == batch.end() && continuesAfterBatch()) {
            groupSize = 0;
            leaveGroup(first);
        } else {
            keys++;
            sort();
        }
    }

    /** Has the group whose first record is at this offset read again: at the start of a batch, or else run by run. */
    private void leaveGroup(int first) {
        if (first > 0) {
            from = batch.key(first);
        } else {
            keys++;
            rank = 0;
            from = run(runs.inOrder(0));
        }
        batch.clear();
        next = 0;
    }

    private boolean isSameKey(int first, int other) {
        return first == other
                || TupleKeys.sameKey(
                        batch.bytes(),
                        batch.keyAt(first),
                        batch.keyLength(first),
                        batch.keyAt(other),
                        batch.keyLength(other));
    }

    private void add(int at) {
        int runRank = runs.rank(TupleKeys.runOf(batch.bytes(), batch.keyAt(at), batch.keyLength(at)));
        if (runRank < 0) {
            return;
        }
        if (groupSize == group.length) {
            group = Arrays.copyOf(group, 2 * groupSize);
        }
        group[groupSize++] = (long) runRank << 32 | at;
    }

    private void sort() {
        for (int i = 1; i < groupSize; i++) {
            if (group[i] < group[i - 1]) {
                Arrays.sort(group, 0, groupSize);
                return;
            }
        }
    }

    private void copyKey(int at) {
        int length = batch.keyLength(at);
        if (!TupleKeys.isTuple(length)) {
            throw segment.corrupt("it has a key of " + length + " bytes", null);
        }
        if (key.length < length) {
            key = new byte[2 * length];
        }
        keyLength = TupleKeys.copyKey(batch.bytes(), batch.keyAt(at), length, key);
    }

    private byte[] afterKey() {
        return TupleKeys.afterKey(segment.group(), segment.subgroup(), Arrays.copyOf(key, keyLength));
    }

    private byte[] run(int number) {
        return TupleKeys.run(segment.group(), segment.subgroup(), Arrays.copyOf(key, keyLength), number);
    }

    /** Returns true if the key of the batch's last record has records after the batch. */
    private boolean continuesAfterBatch() {
        return segment.isAny(batch.afterLast(), afterKey());
    }

    /** Reads the next records of a key with many, in the run of this rank or the one after it. */
    private void nextOfRun() {
        int number = runs.inOrder(rank);
        if (segment.read(from, run(number + 1), batchBytes, batch)) {
            for (int at = 0; at < batch.end(); at = batch.after(at)) {
                add(at);
            }
            from = batch.afterLast();
        } else if (++rank < runs.count()) {
            from = run(runs.inOrder(rank));
        } else {
            rank = -1;
            from = afterKey();
        }
        next = batch.end();
    }
}
