package org.sss.client;

import java.util.List;
import java.util.Map;

/** What the tasks of a job have done so far. Bytes are those of keys and values. Immutable. */
public final class Progress {
    private final org.sss.net.control.Progress progress;

    /**
     * @param key as text; a long key is shortened and has a hash of the whole key, so that no two keys have one text
     */
    public record HeavyKey(String key, long values) {}

    /**
     * Threads of user code that continue to run after their tasks.
     *
     * @param names of some of them
     */
    public record LeftThreads(int count, List<String> names) {}

    /**
     * How the output is distributed, by the tasks that have ended.
     *
     * @param subgroupBytes of the blocks for each subgroup, by its number
     * @param nodeBytes     of the blocks for the subgroups of each node, by its number
     * @param heaviest      keys with the most bytes, estimated from samples
     */
    public record OutputLoad(List<Long> subgroupBytes, List<Long> nodeBytes, List<KeyBytes> heaviest) {
        /** Returns the bytes of all blocks. */
        public long bytes() {
            return nodeBytes.stream().mapToLong(Long::longValue).sum();
        }
    }

    /** @param bytes that a key has of the blocks */
    public record KeyBytes(String key, long bytes) {}

    /** @param text the end of what an executable of task number {@code task} printed on its standard error */
    public record Printed(int task, String text) {}

    Progress(org.sss.net.control.Progress progress) {
        this.progress = progress;
    }

    /** Returns the number of tuples that were read. */
    public long tuplesIn() {
        return progress.tuplesIn();
    }

    /** Returns the bytes that were read; each key counts once per block. */
    public long bytesIn() {
        return progress.bytesIn();
    }

    /** Returns the number of emitted tuples. */
    public long tuplesOut() {
        return progress.tuplesOut();
    }

    /** Returns the bytes of emitted tuples. */
    public long bytesOut() {
        return progress.bytesOut();
    }

    /**
     * Returns the number of emitted tuples that were combined with others before they were stored; known at the end.
     */
    public long tuplesCombined() {
        return progress.tuplesCombined();
    }

    /** Returns the counters of user code by name, see {@link org.sss.api.TaskContext#count}. */
    public Map<String, Long> counters() {
        return progress.counters();
    }

    /** Returns the keys with the most values, at the end of a Reduce. */
    public List<HeavyKey> heaviest() {
        return progress.heaviest().stream()
                .map(heavy -> new HeavyKey(heavy.key(), heavy.values()))
                .toList();
    }

    /** Returns the threads that user code has left running. */
    public LeftThreads leftThreads() {
        return new LeftThreads(
                progress.leftThreads().count(), progress.leftThreads().names());
    }

    /** Returns how the output is distributed; null if no task that has written anything has ended. */
    public OutputLoad load() {
        org.sss.net.control.OutputLoad load = progress.measured().load();
        return load == null
                ? null
                : new OutputLoad(
                        load.subgroupBytes(),
                        load.nodeBytes(),
                        load.heaviest().stream()
                                .map(key -> new KeyBytes(key.key(), key.bytes()))
                                .toList());
    }

    /** Returns warnings about what user code did. */
    public List<String> warnings() {
        return progress.remarks() == null ? List.of() : progress.remarks().warnings();
    }

    /** Returns what executables printed on their standard error. */
    public List<Printed> printed() {
        return progress.remarks() == null
                ? List.of()
                : progress.remarks().printed().stream()
                        .map(printed -> new Printed(printed.task(), printed.text()))
                        .toList();
    }

    /** Returns where user code is that shows no sign of life: task, key, line and duration; or null. */
    public String stalledAt() {
        return progress.at();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Progress that && progress.equals(that.progress);
    }

    @Override
    public int hashCode() {
        return progress.hashCode();
    }

    @Override
    public String toString() {
        return tuplesIn() + " tuples in, " + tuplesOut() + " out";
    }
}
