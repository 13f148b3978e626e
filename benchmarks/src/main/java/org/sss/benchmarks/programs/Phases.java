package org.sss.benchmarks.programs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.client.JobReport;
import org.sss.client.JobReport.Kind;
import org.sss.client.JobStatistics;
import org.sss.client.JobStatistics.NodeShuffle;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.WorkflowReport;

/**
 * How long the jobs of a workflow took, by kind: the break-down of the papers' figures; the bytes of keys and values
 * that Map emitted, before a combiner; those that jobs stored for each other; and their {@linkplain JobCosts costs}.
 * Stateless.
 */
public final class Phases {
    /** What is stored on other nodes than the owner, or in shared files. */
    public static final String ELSEWHERE_BYTES = "elsewhere_bytes";
    /** Time in which Reduce waited for blocks, and for their release. */
    public static final String BLOCK_READ_S = "block_read_s";

    static final String SHUFFLED_BYTES = "shuffled_bytes";

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    private Phases() {}

    /** Seconds of all Maps, with the shuffle, which continues while they run, and of all Reduces and co-groups. */
    static Map<String, Double> of(WorkflowReport... workflows) {
        double map = 0;
        double reduce = 0;
        double bytes = 0;
        for (WorkflowReport workflow : workflows) {
            for (JobReport job : workflow.jobs()) {
                map += job.kind() == Kind.MAP ? job.millis() / MILLIS_PER_SECOND : 0;
                bytes += job.kind() == Kind.MAP ? job.progress().bytesOut() : 0;
                reduce += job.kind() == Kind.MAP ? 0 : job.millis() / MILLIS_PER_SECOND;
            }
        }
        Map<String, Double> phases = new LinkedHashMap<>();
        phases.put("map_shuffle_s", map);
        phases.put("reduce_s", reduce);
        phases.put("map_out_bytes", bytes);
        phases.put(SHUFFLED_BYTES, (double)
                Stream.of(workflows).mapToLong(Phases::shuffledBytes).sum());
        phases.putAll(JobCosts.of(workflows));
        return phases;
    }

    /**
     * What the shuffle of a workflow's Map cost besides: seconds by the clock of the coordinator or of the slowest
     * node, and sums of all nodes.
     */
    static Map<String, Double> ofShuffle(WorkflowReport workflow) {
        JobStatistics report = workflow.jobs().stream()
                .filter(job -> job.kind() == Kind.MAP)
                .findFirst()
                .orElseThrow()
                .statistics();
        ShuffleReport shuffle = report.shuffle();
        List<NodeShuffle> nodes = shuffle.nodes();
        Map<String, Double> all = new LinkedHashMap<>();
        all.put("map_s", shuffle.mapMillis() / MILLIS_PER_SECOND);
        all.put("move_s", shuffle.moveMillis() / MILLIS_PER_SECOND);
        all.put("commit_s", shuffle.commitMillis() / MILLIS_PER_SECOND);
        all.put(
                "barrier_s",
                nodes.stream()
                                .mapToLong(node -> node.waits().barrierMillis())
                                .max()
                                .orElse(0)
                        / MILLIS_PER_SECOND);
        all.put(
                "credit_s",
                nodes.stream().mapToLong(node -> node.waits().creditMillis()).sum() / MILLIS_PER_SECOND);
        all.put("links", (double) nodes.stream().mapToLong(NodeShuffle::links).sum());
        all.put("links_at_once", (double)
                nodes.stream().mapToLong(NodeShuffle::linksAtOnce).sum());
        all.put("sent_bytes", (double)
                nodes.stream().mapToLong(NodeShuffle::bytes).sum());
        all.put("spilled_bytes", (double)
                nodes.stream().mapToLong(node -> node.storage().spilledBytes()).sum());
        all.put("waiting_peak_bytes", (double) nodes.stream()
                .mapToLong(node -> node.storage().peakBytes())
                .max()
                .orElse(0));
        all.put(ELSEWHERE_BYTES, (double) nodes.stream()
                .mapToLong(node -> node.storage().relocatedBytes())
                .sum());
        JobStatistics reduce = workflow.jobs().get(workflow.jobs().size() - 1).statistics();
        all.put(BLOCK_READ_S, blockReadSeconds(reduce));
        all.put("largest_share", (double) reduce.largestTuples() / reduce.readTuples());
        return all;
    }

    /** Of the thread that waited longest for blocks and for their release: of a straggler, where there is one. */
    private static double blockReadSeconds(JobStatistics job) {
        return job.times().threads().stream()
                        .map(JobStatistics.ThreadTimes::input)
                        .mapToLong(input ->
                                input.read().wallMicros() + input.free().wallMicros())
                        .max()
                        .orElse(0)
                / MICROS_PER_SECOND;
    }

    /**
     * What is read within the workflow, by another job or the next iteration: of a loop, the report has the last one
     * alone, and all are taken to be alike.
     */
    private static long shuffledBytes(WorkflowReport workflow) {
        Set<String> read =
                workflow.jobs().stream().flatMap(job -> job.inputs().stream()).collect(Collectors.toSet());
        long bytes = 0;
        for (JobReport job : workflow.jobs()) {
            bytes += Math.max(1, job.iterations())
                    * job.statistics().written().stream()
                            .filter(group -> job.iterations() > 0 || read.contains(group.group()))
                            .mapToLong(JobStatistics.Size::storedBytes)
                            .sum();
        }
        return bytes;
    }
}
