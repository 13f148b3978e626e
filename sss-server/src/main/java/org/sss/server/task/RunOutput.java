package org.sss.server.task;

import org.sss.api.Compression;
import org.sss.net.block.RunWriter;
import org.sss.net.block.TupleEntry;

/** Packs sorted tuples into blocks and numbers the runs of each subgroup. Used by the task's thread. */
final class RunOutput {
    private final RunWriter writer;
    /** Number of the next run, by subgroup. */
    private final int[] sequences;
    private int subgroup;

    RunOutput(int subgroupCount, Compression compression, RunSink sink) {
        sequences = new int[subgroupCount];
        writer = new RunWriter((block, length) -> sink.send(subgroup, sequences[subgroup], block, length), compression);
    }

    int subgroupCount() {
        return sequences.length;
    }

    /** Begins the next run of {@code toSubgroup}. */
    void begin(int toSubgroup) {
        subgroup = toSubgroup;
    }

    /** Adds to the run that was begun, in ascending order of keys. */
    void add(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        writer.add(key, keyOffset, keyLength, value, valueOffset, valueLength);
    }

    /** Adds the tuple of a {@link TupleEntry}, in ascending order of keys. */
    void addEntry(byte[] array, int offset) {
        TupleEntry.addTo(writer, array, offset);
    }

    /** Adds all values of a part of a key's values, see {@link RunWriter#addAll}. */
    void addAll(byte[] key, int keyOffset, int keyLength, byte[] entries, int offset, int length, int count, int valueBytes) {
        writer.addAll(key, keyOffset, keyLength, entries, offset, length, count, valueBytes);
    }

    void end() {
        writer.finish();
        sequences[subgroup]++;
    }

    /** Tuples in all runs. */
    long tupleCount() {
        return writer.tupleCount();
    }

    /** Bytes of keys and values in all runs, a key counted for each of its tuples. */
    long dataBytes() {
        return writer.dataBytes();
    }
}
