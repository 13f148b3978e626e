package org.sss.client;

import java.util.List;
import org.sss.net.control.JobReport;

/**
 * Statistics of a job that has ended; in a loop, of its last iteration. If the job has failed or was cancelled: as of
 * that moment, without groups that it would have written. Immutable.
 */
public final class JobStatistics {
    private final JobReport report;

    /** The size of a group; stored bytes are those of its blocks. */
    public record Size(String group, long tuples, long dataBytes, long storedBytes) {
        private static List<Size> of(List<JobReport.Size> sizes) {
            return sizes.stream()
                    .map(size -> new Size(size.group(), size.tuples(), size.dataBytes(), size.storedBytes()))
                    .toList();
        }
    }

    /**
     * What the shuffle cost.
     *
     * @param mapMillis    from the start of the first task to the end of the last one
     * @param moveMillis   from then until all blocks were at their owners; 0 if they move while tasks run
     * @param commitMillis from then until the output groups were committed
     * @param nodes        by the number of the node
     * @param chosen       the method that was chosen when the sizes of blocks were known; null if {@code method} leaves
     *                     no choice
     */
    public record ShuffleReport(
            String method, long mapMillis, long moveMillis, long commitMillis, List<NodeShuffle> nodes, String chosen) {
        private static ShuffleReport of(org.sss.net.control.ShuffleReport shuffle) {
            return new ShuffleReport(
                    shuffle.method(),
                    shuffle.mapMillis(),
                    shuffle.moveMillis(),
                    shuffle.commitMillis(),
                    shuffle.nodes().stream().map(NodeShuffle::of).toList(),
                    shuffle.chosen());
        }
    }

    /**
     * What the shuffle cost at one node. Blocks and bytes are those that it sent to other nodes.
     *
     * @param links       other nodes that it sent blocks to
     * @param linksAtOnce the most of them that it sent to at the same time
     */
    public record NodeShuffle(int links, int linksAtOnce, long blocks, long bytes, Waits waits, Storage storage) {
        private static NodeShuffle of(org.sss.net.control.ShuffleTimes times) {
            return new NodeShuffle(
                    times.sent().links(),
                    times.sent().linksAtOnce(),
                    times.sent().blocks(),
                    times.sent().bytes(),
                    new Waits(
                            times.sent().creditMillis(),
                            times.steps().metaMillis(),
                            times.steps().moveMillis(),
                            times.steps().barrierMillis()),
                    new Storage(
                            times.waiting().spilledBytes(),
                            times.waiting().peakBytes(),
                            times.placement().limitBytes(),
                            times.placement().elsewhereBytes(),
                            times.placement().overflowBytes()));
        }
    }

    /**
     * Where the time of the shuffle went at one node.
     *
     * @param creditMillis  the sum over its threads of the time that they waited until a receiver took more
     * @param metaMillis    exchange of the sizes of blocks
     * @param moveMillis    exchange of blocks after the map tasks; 0 if they move while tasks run
     * @param barrierMillis wait for other nodes at the end of steps
     */
    public record Waits(long creditMillis, long metaMillis, long moveMillis, long barrierMillis) {}

    /**
     * Where blocks were during the shuffle.
     *
     * @param spilledBytes   of blocks that waited in a file
     * @param peakBytes      the most memory that waiting blocks occupied
     * @param limitBytes     what the node could store, with a method that places by memory: {@link
     *     org.sss.api.Shuffle#MEMORY_LIMIT}, or less if less of its memory was free; else 0
     * @param relocatedBytes of blocks of this node's subgroups that are stored on other nodes or in shared files
     * @param overflowBytes  what exceeds its limit and stays at the node, because it fits into the memory of no other
     */
    public record Storage(
            long spilledBytes, long peakBytes, long limitBytes, long relocatedBytes, long overflowBytes) {}

    /**
     * Where the time of the job went.
     *
     * @param openMillis from the start of the job to that of its first task
     * @param threads    by node and thread; by node alone if there were many
     * @param tasks      that have succeeded, by their number; the longest ones if there were many. Empty if they took
     *     less than {@value #SHORT_MILLIS} ms all together, or an earlier version ran the job
     */
    public record Times(long openMillis, List<ThreadTimes> threads, List<TaskTimes> tasks) {
        public static final int SHORT_MILLIS = org.sss.net.control.JobTimes.SHORT_MILLIS;

        private static Times of(org.sss.net.control.JobTimes times) {
            return new Times(
                    times.openMillis(),
                    times.threads().stream().map(ThreadTimes::of).toList(),
                    times.tasks().stream().map(TaskTimes::of).toList());
        }
    }

    /**
     * When a task ran, and where its time went: one bar of figure 16 of the paper on in-memory MapReduce (Tsukuba,
     * 2016).
     *
     * @param task        number of the task in its job
     * @param thread      number of the thread among those of its node
     * @param startMicros from the start of the job, by the clock of the coordinator; late by the time that the message
     *     of the end of the task took
     */
    public record TaskTimes(int task, int node, int thread, long startMicros, long tuplesIn, PhaseMicros micros) {
        private static TaskTimes of(org.sss.net.control.TaskTimes times) {
            return new TaskTimes(
                    times.task(),
                    times.node(),
                    times.thread(),
                    times.startMicros(),
                    times.tuplesIn(),
                    new PhaseMicros(
                            times.micros().open(),
                            times.micros().read(),
                            times.micros().run(),
                            times.micros().sort(),
                            times.micros().send(),
                            times.micros().free(),
                            times.micros().store()));
        }
    }

    /** The wall time of the phases of a task, see {@link ThreadTimes}. The phases alternate while a task runs. */
    public record PhaseMicros(long open, long read, long run, long sort, long send, long free, long store) {
        /** Returns the time of the task. */
        public long sum() {
            return open + read + run + sort + send + free + store;
        }
    }

    /**
     * Where the time of the tasks went that one thread of a node has run. The phases of a task do not overlap.
     *
     * @param thread number of the thread among those of its node; {@link #ALL} for the sum of all threads of the node
     * @param open   loading side groups and opening outputs
     * @param input  reading blocks of groups, and releasing them
     * @param run    merging and decoding the input, the functions of the job, and encoding and combining what they emit
     *     calls are those of the functions of the job
     * @param jvm    what else the tasks cost; null if it was not measured
     */
    public record ThreadTimes(int node, int thread, Phase open, Input input, Phase run, Output output, JvmCosts jvm) {
        public static final int ALL = -1;

        private static ThreadTimes of(org.sss.net.control.ThreadTimes times) {
            return new ThreadTimes(
                    times.node(),
                    times.thread(),
                    Phase.of(times.open()),
                    new Input(
                            Phase.of(times.input().read()),
                            Phase.of(times.input().free())),
                    Phase.of(times.run()),
                    new Output(
                            Phase.of(times.output().sort()),
                            Phase.of(times.output().send()),
                            Phase.of(times.output().store())),
                    times.jvm() == null ? null : JvmCosts.of(times.jvm()));
        }
    }

    /**
     * The output of tasks.
     *
     * @param sort  sorting output and packing it into blocks
     * @param send  waiting until receivers took more
     * @param store waiting at the end until everything was stored
     */
    public record Output(Phase sort, Phase send, Phase store) {}

    /**
     * What the JVM counted while tasks ran on a thread.
     *
     * @param allocatedBytes of the heap, by the thread; 0 where the JVM does not count them
     * @param gcMillis       pauses of the garbage collector, in which the thread stood still like all others of the
     *     process
     * @param blockedCount   how often the thread waited for a monitor of another one
     * @param blockedMillis  how long; -1 while the JVM does not measure it
     */
    public record JvmCosts(long allocatedBytes, long gcMillis, long blockedCount, long blockedMillis) {
        private static JvmCosts of(org.sss.net.control.ThreadTimes.JvmCosts jvm) {
            return new JvmCosts(jvm.allocatedBytes(), jvm.gcMillis(), jvm.blockedCount(), jvm.blockedMillis());
        }
    }

    /**
     * The input of tasks, if it is groups.
     *
     * @param read waiting for blocks, wherever they are stored, and checking them; calls are blocks
     * @param free releasing what was read
     */
    public record Input(Phase read, Phase free) {}

    /**
     * @param calls     how often the phase was entered
     * @param cpuMicros processor time of the thread; 0 where the JVM does not measure it
     */
    public record Phase(long calls, long wallMicros, long cpuMicros) {
        private static Phase of(org.sss.net.control.ThreadTimes.Phase phase) {
            return new Phase(phase.calls(), phase.wallMicros(), phase.cpuMicros());
        }
    }

    JobStatistics(JobReport report) {
        this.report = report;
    }

    /** Returns the input groups. */
    public List<Size> read() {
        return Size.of(report.read());
    }

    /** Returns the output groups. */
    public List<Size> written() {
        return Size.of(report.written());
    }

    /** Returns the number of tuples that its tasks read, of groups and of sources. */
    public long readTuples() {
        return report.readTuples();
    }

    /** Returns the number of the task that read the most tuples. */
    public int largestTask() {
        return report.tasks().largestTask();
    }

    /** Returns how many tuples that task read. */
    public long largestTuples() {
        return report.tasks().largestTuples();
    }

    /** Returns the number of the task that took the longest. */
    public int slowestTask() {
        return report.tasks().slowestTask();
    }

    /** Returns how long that task took, including its wait for a thread. */
    public long slowestMillis() {
        return report.tasks().slowestMillis();
    }

    /** Returns the time that half of the started tasks took at most. */
    public long medianMillis() {
        return report.tasks().medianMillis();
    }

    /** Returns the number of tasks that took more than one attempt. */
    public int repeatedTasks() {
        return report.tasks().repeatedTasks();
    }

    /** Returns what the shuffle cost; null if the job did not succeed. */
    public ShuffleReport shuffle() {
        return report.shuffle() == null ? null : ShuffleReport.of(report.shuffle());
    }

    /** Returns where the time of the job went; null if it was not measured. */
    public Times times() {
        return report.times() == null ? null : Times.of(report.times());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobStatistics statistics && report.equals(statistics.report);
    }

    @Override
    public int hashCode() {
        return report.hashCode();
    }
}
