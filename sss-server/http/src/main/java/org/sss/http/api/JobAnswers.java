package org.sss.http.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics;
import org.sss.client.JobStatistics.NodeShuffle;
import org.sss.client.JobStatistics.Phase;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.JobStatistics.ThreadTimes;
import org.sss.client.Progress;
import org.sss.client.Progress.OutputLoad;

/** Jobs as JSON. Stateless. */
final class JobAnswers {
    private static final int MAX_COUNTERS = 200;

    private JobAnswers() {}

    /** What changes while a job runs. */
    static Map<String, Object> progress(JobReport job) {
        Progress done = job.progress();
        return Fields.of(
                "name", job.name(),
                "state", Fields.name(job.state()),
                "progress", WorkflowSummaries.progress(job),
                "tasks", job.tasks(),
                "tasksDone", job.tasksDone(),
                "iterations", job.iterations(),
                "millis", job.millis(),
                "tuplesIn", done.tuplesIn(),
                "bytesIn", done.bytesIn(),
                "tuplesOut", done.tuplesOut(),
                "bytesOut", done.bytesOut());
    }

    /** @param sideInputs groups in which it looks up keys */
    static Map<String, Object> job(JobReport job, List<String> sideInputs, int subgroups) {
        Progress done = job.progress();
        Map<String, Object> fields = progress(job);
        fields.putAll(Fields.of(
                "kind", Fields.name(job.kind()),
                "inputs", job.inputs(),
                "sideInputs", sideInputs,
                "sources", Math.max(0, job.tasks() - (job.inputs().isEmpty() ? 0 : subgroups)),
                "outputs", job.outputs(),
                "tuplesCombined", done.tuplesCombined(),
                "counters",
                        new TreeMap<>(done.counters())
                                .entrySet().stream()
                                        .limit(MAX_COUNTERS)
                                        .map(counter ->
                                                Fields.of("name", counter.getKey(), "value", counter.getValue()))
                                        .toList(),
                "countersLeftOut", Math.max(0, done.counters().size() - MAX_COUNTERS),
                "stalledAt", job.state() == org.sss.client.WorkflowReport.State.RUNNING ? done.stalledAt() : null,
                "warnings", warnings(done),
                "printed",
                        done.printed().stream()
                                .map(printed -> Fields.of("task", printed.task(), "text", printed.text()))
                                .toList(),
                "load", done.load() == null ? null : load(done.load()),
                "heaviestKeys",
                        done.heaviest().stream()
                                .map(key -> Fields.of("key", key.key(), "values", key.values()))
                                .toList(),
                "statistics", job.statistics() == null ? null : statistics(job.statistics())));
        return fields;
    }

    private static List<String> warnings(Progress done) {
        List<String> warnings = new ArrayList<>(done.warnings());
        Progress.LeftThreads left = done.leftThreads();
        if (left.count() > 0) {
            warnings.add("threads left running on the nodes: " + left.count() + " (" + String.join(", ", left.names())
                    + "); stop them before close returns, see TaskContext.closeAtEnd");
        }
        return warnings;
    }

    private static Map<String, Object> load(OutputLoad load) {
        return Fields.of(
                "subgroupBytes", load.subgroupBytes(),
                "nodeBytes", load.nodeBytes(),
                "subgroupSkew", skew(load.subgroupBytes()),
                "nodeSkew", skew(load.nodeBytes()),
                "heaviestKeys",
                        load.heaviest().stream()
                                .map(key -> Fields.of("key", key.key(), "bytes", key.bytes()))
                                .toList());
    }

    /** Returns the largest divided by the average. */
    private static double skew(List<Long> bytes) {
        long sum = bytes.stream().mapToLong(Long::longValue).sum();
        long largest = bytes.stream().mapToLong(Long::longValue).max().orElse(0);
        return sum == 0 ? 1 : (double) largest * bytes.size() / sum;
    }

    private static Map<String, Object> statistics(JobStatistics all) {
        return Fields.of(
                "read", all.read().stream().map(JobAnswers::size).toList(),
                "written", all.written().stream().map(JobAnswers::size).toList(),
                "readTuples", all.readTuples(),
                "largestTask", all.largestTask(),
                "largestTuples", all.largestTuples(),
                "slowestTask", all.slowestTask(),
                "slowestMillis", all.slowestMillis(),
                "medianMillis", all.medianMillis(),
                "repeatedTasks", all.repeatedTasks(),
                "openMillis", all.times() == null ? null : all.times().openMillis(),
                "phases", all.times() == null ? List.of() : phases(all.times().threads()),
                "shuffle", all.shuffle() == null ? null : shuffle(all.shuffle()));
    }

    private static Map<String, Object> size(JobStatistics.Size size) {
        return Fields.of(
                "group", size.group(),
                "tuples", size.tuples(),
                "dataBytes", size.dataBytes(),
                "storedBytes", size.storedBytes());
    }

    private static List<Map<String, Object>> phases(List<ThreadTimes> threads) {
        Map<Integer, List<ThreadTimes>> byNode =
                threads.stream().collect(Collectors.groupingBy(ThreadTimes::node, TreeMap::new, Collectors.toList()));
        return byNode.entrySet().stream()
                .map(node -> phases(node.getKey(), node.getValue()))
                .toList();
    }

    private static Map<String, Object> phases(int node, List<ThreadTimes> threads) {
        List<Function<ThreadTimes, Phase>> phases = List.of(
                ThreadTimes::open,
                times -> times.input().read(),
                ThreadTimes::run,
                times -> times.output().sort(),
                times -> times.output().send(),
                times -> times.input().free(),
                times -> times.output().store());
        List<Long> millis = phases.stream().map(phase -> millis(threads, phase)).toList();
        return Fields.of(
                "node", node,
                "openMillis", millis.get(0),
                "readMillis", millis.get(1),
                "runMillis", millis.get(2),
                "sortMillis", millis.get(3),
                "sendMillis", millis.get(4),
                "freeMillis", millis.get(5),
                "storeMillis", millis.get(6),
                "cpuMillis",
                        threads.stream()
                                        .flatMap(times -> phases.stream().map(phase -> phase.apply(times)))
                                        .mapToLong(Phase::cpuMicros)
                                        .sum()
                                / 1000,
                "gcMillis",
                        threads.stream()
                                .filter(times -> times.jvm() != null)
                                .mapToLong(times -> times.jvm().gcMillis())
                                .sum());
    }

    private static long millis(List<ThreadTimes> threads, Function<ThreadTimes, Phase> phase) {
        return threads.stream().map(phase).mapToLong(Phase::wallMicros).sum() / 1000;
    }

    private static Map<String, Object> shuffle(ShuffleReport shuffle) {
        return Fields.of(
                "method", shuffle.method(),
                "chosen", shuffle.chosen(),
                "mapMillis", shuffle.mapMillis(),
                "moveMillis", shuffle.moveMillis(),
                "commitMillis", shuffle.commitMillis(),
                "nodes",
                        IntStream.range(0, shuffle.nodes().size())
                                .mapToObj(node -> shuffle(node, shuffle.nodes().get(node)))
                                .toList());
    }

    private static Map<String, Object> shuffle(int node, NodeShuffle sent) {
        return Fields.of(
                "node", node,
                "links", sent.links(),
                "blocks", sent.blocks(),
                "bytes", sent.bytes(),
                "creditMillis", sent.waits().creditMillis(),
                "moveMillis", sent.waits().moveMillis(),
                "barrierMillis", sent.waits().barrierMillis(),
                "spilledBytes", sent.storage().spilledBytes(),
                "peakBytes", sent.storage().peakBytes());
    }
}
