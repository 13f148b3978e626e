package org.sss.server.task.output;

import java.util.function.BiConsumer;
import org.sss.api.Compression;
import org.sss.net.block.RunWriter;
import org.sss.net.block.TupleEntry;
import org.sss.net.control.ThreadTimes.Phase;
import org.sss.server.shuffle.method.RunSink;
import org.sss.server.timing.PhaseTimer;

/** Packs sorted tuples into blocks and numbers the runs of each subgroup. For the task's thread. */
public final class RunOutput {
    private final RunSink sink;
    private final RunWriter writer;
    private final long[] subgroupBytes;
    private final KeySample sample;
    private final PhaseTimer sorting = new PhaseTimer();
    /** Number of the next run, by subgroup. */
    private final int[] sequences;

    private int subgroup;
    private Phase waitedBefore = Phase.NONE;
    private Phase waitedWhileSorting = Phase.NONE;

    /** @param seed of the sample of keys, which differs between tasks */
    public RunOutput(int subgroupCount, Compression compression, RunSink sink, long seed) {
        this.sink = sink;
        sequences = new int[subgroupCount];
        subgroupBytes = new long[subgroupCount];
        sample = new KeySample(seed);
        writer = new RunWriter(this::send, compression);
    }

    private void send(byte[] block, int length) {
        subgroupBytes[subgroup] += length;
        sample.add(block, length);
        sink.send(subgroup, sequences[subgroup], block, length);
    }

    public int subgroupCount() {
        return sequences.length;
    }

    /** Called when a buffer starts to sort and write its tuples. */
    public void startSorting() {
        waitedBefore = sink.waited();
        sorting.start();
    }

    public void endSorting() {
        sorting.stop();
        waitedWhileSorting = waitedWhileSorting.plus(sink.waited().without(waitedBefore));
    }

    /** The time between {@link #startSorting} and {@link #endSorting}, without waits for the receiver. */
    public Phase sorting() {
        return sorting.phase().without(waitedWhileSorting);
    }

    /** Starts the next run of {@code toSubgroup}. */
    public void start(int toSubgroup) {
        subgroup = toSubgroup;
    }

    /** Adds a tuple to the current run, in ascending order of keys. */
    public void add(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        writer.add(key, keyOffset, keyLength, value, valueOffset, valueLength);
    }

    /** Adds the tuple of a {@link TupleEntry}, in ascending order of keys. */
    public void addEntry(byte[] array, int offset) {
        TupleEntry.addTo(writer, array, offset);
    }

    /** Adds a chunk of a key's values, see {@link RunWriter#addAll}. */
    public void addAll(
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] entries,
            int offset,
            int length,
            int count,
            int valueBytes) {
        writer.addAll(key, keyOffset, keyLength, entries, offset, length, count, valueBytes);
    }

    public void end() {
        writer.finish();
        sequences[subgroup]++;
    }

    /** Adds the bytes of the blocks for each subgroup to {@code sums}. */
    public void addBytesTo(long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += subgroupBytes[i];
        }
    }

    /** Passes on the keys with the most bytes and an estimate of these, most first, at most {@code max}. */
    public void heaviest(int max, BiConsumer<byte[], Long> to) {
        sample.heaviest(max, to);
    }

    /** Returns the number of tuples in all runs. */
    public long tupleCount() {
        return writer.tupleCount();
    }

    /** Returns the bytes of keys and values in all runs; a key counts for each of its tuples. */
    public long dataBytes() {
        return writer.dataBytes();
    }
}
