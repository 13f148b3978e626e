package org.sss.spark.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.JobReport;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.rpc.Json;
import org.sss.net.transport.NodeAddress;
import org.sss.spark.store.StoredGroup;
import scala.Tuple2;

/** Runs one job of a workflow, in a loop once for each iteration. For the driver's thread. */
final class JobExecution {
    private static final NodeAddress NOWHERE = new NodeAddress("spark", 1);

    private final Driver driver;
    private final WorkflowSpec workflow;
    private final JobSpec spec;
    private final byte[] functions;
    private final Map<String, String> parameters;
    private int iterations;
    private int tasks;
    private long millis;
    private Progress progress = Progress.NONE;
    private Progress latest = Progress.NONE;
    private JobReport statistics;

    /**
     * How the outputs of a run are held.
     *
     * @param files     directories of outputs that go to files, by name
     * @param repeated  names of the others that are read more than once
     * @param iteration of the loop, or -1
     */
    record Run(Map<String, String> files, Set<String> repeated, int iteration) {}

    /** @param functions the serialized job */
    JobExecution(Driver driver, WorkflowSpec workflow, JobSpec spec, byte[] functions) {
        this.driver = driver;
        this.workflow = workflow;
        this.spec = spec;
        this.functions = functions;
        parameters = new HashMap<>(workflow.parameters());
        parameters.putAll(spec.parameters());
    }

    JobSpec spec() {
        return spec;
    }

    /**
     * Returns the groups that the job has written, by name.
     *
     * @param groups that it reads, by name
     * @param own    those that the workflow itself has written
     */
    Map<String, HeldGroup> run(Map<String, HeldGroup> groups, Set<HeldGroup> own, Run how) {
        long startNanos = System.nanoTime();
        List<HeldGroup> inputs = held(spec.inputs(), groups);
        List<HeldGroup> distinct = inputs.stream().distinct().toList();
        List<HeldGroup> sides = held(spec.side(), groups);
        List<GroupInfo> outputs = spec.outputs().stream()
                .map(output -> GroupInfo.writing(
                        GroupKey.of(driver.newGroup()),
                        output.name(),
                        output.format(),
                        new GroupOrigin(System.currentTimeMillis(), workflow.name() + "/" + spec.name())))
                .toList();
        SideTuples side = new SideLoads(driver).load(spec, sides);
        List<byte[]> bounds = new KeySampling(driver).bounds(spec, sides);
        TaskSpec first = first(inputs, sides, own, outputs, bounds, how.iteration);
        Broadcast<JobPackage> job = driver.spark()
                .broadcast(new JobPackage(
                        first, functions, driver.bufferBytes(), Driver.inputs(distinct), side, driver.place()));
        try {
            JavaPairRDD<Integer, byte[]> sent =
                    JavaPairRDD.fromJavaRDD(tasks(distinct, job)).partitionBy(partitioner());
            MovedChunks moved = new MovedChunks(sent, driver.subgroups());
            JobResult result = result(moved, how);
            result.checkTasks(spec.name(), spec.splits().size() + (inputs.isEmpty() ? 0 : driver.subgroups()));
            checkAllRead(inputs, result);
            new PublishedFiles(spec.name()).rename(result.ends());
            iterations = how.iteration + 1;
            latest = result.progress();
            progress = progress.plus(latest);
            tasks = result.ends().size();
            Map<String, HeldGroup> written = held(outputs, moved, result, how);
            statistics = result.statistics(sizes(inputs), sizes(written.values()));
            return written;
        } finally {
            millis += (System.nanoTime() - startNanos) / 1_000_000;
        }
    }

    private HashPartitioner partitioner() {
        return new HashPartitioner(driver.subgroups() + 1);
    }

    private static List<HeldGroup> held(List<GroupSpec> named, Map<String, HeldGroup> groups) {
        return named.stream().map(group -> groups.get(group.name())).toList();
    }

    private JavaRDD<Tuple2<Integer, byte[]>> tasks(List<HeldGroup> inputs, Broadcast<JobPackage> job) {
        JavaRDD<Tuple2<Integer, byte[]>> all =
                inputs.isEmpty() ? null : driver.partitions(inputs).mapPartitionsWithIndex(new OfSubgroup(job), false);
        if (!spec.splits().isEmpty()) {
            List<byte[]> splits = spec.splits().stream().map(Json::write).toList();
            JavaRDD<Tuple2<Integer, byte[]>> ofSplits =
                    driver.spark().parallelize(splits, splits.size()).mapPartitionsWithIndex(new OfSplit(job), false);
            all = all == null ? ofSplits : all.union(ofSplits);
        }
        return all;
    }

    private JobResult result(MovedChunks moved, Run how) {
        String[] files = spec.outputs().stream()
                .map(output -> how.files.get(output.name()))
                .toArray(String[]::new);
        boolean repeated = spec.outputs().stream().anyMatch(output -> how.repeated.contains(output.name()));
        boolean memory = spec.outputs().stream().anyMatch(GroupSpec::inMemory);
        if (repeated) {
            moved.persist(memory ? StorageLevel.MEMORY_AND_DISK() : StorageLevel.DISK_ONLY());
        }
        int ends = driver.subgroups();
        JavaRDD<byte[]> received = moved.chunks()
                .mapPartitionsWithIndex(new Receive(driver.place(), driver.subgroups(), files, driver.run()), false);
        List<byte[]>[] parts = driver.run("job '" + spec.name() + "' of " + workflow.name(), () -> {
            int[] all = how.files.isEmpty()
                    ? new int[] {ends}
                    : IntStream.rangeClosed(0, ends).toArray();
            return received.collectPartitions(all);
        });
        return JobResult.of(parts, spec.outputs().size());
    }

    private TaskSpec first(
            List<HeldGroup> inputs,
            List<HeldGroup> sides,
            Set<HeldGroup> own,
            List<GroupInfo> outputs,
            List<byte[]> bounds,
            int iteration) {
        List<Long> read = inputs.stream().map(group -> group.info().id()).toList();
        List<Long> ownIds = inputs.stream()
                .filter(own::contains)
                .map(group -> group.info().id())
                .toList();
        List<TaskSpec.SideGroup> looked = sides.stream()
                .map(HeldGroup::info)
                .map(side -> new TaskSpec.SideGroup(
                        side.id(), side.hashed(), side.tuples(), side.content().dataBytes()))
                .toList();
        return new TaskSpec(
                new TaskSpec.Id(driver.workflow(), spec.name(), spec.kind(), 0, 0, Math.max(0, iteration)),
                TaskSpec.Inputs.ofGroups(read, ownIds, looked),
                new TaskSpec.Outputs(outputs.stream().map(GroupInfo::id).toList(), bounds, false, null),
                new TaskSpec.Code("functions", List.of(), parameters, List.of()),
                new TaskSpec.Limits(
                        workflow.limits().priority(), workflow.limits().stallMillis(), 0),
                new ClusterMap("spark", 1, List.of(new NodeInfo(0, NOWHERE, NOWHERE)), driver.subgroups()),
                List.of());
    }

    /** Tasks that Spark has run again may have sent other tuples, if functions depend on chance or on time. */
    private void checkAllRead(List<HeldGroup> inputs, JobResult result) {
        long expected =
                inputs.stream().mapToLong(group -> group.info().tuples()).sum();
        long found = result.progress().tuplesIn();
        if (spec.splits().isEmpty() ? found != expected : found < expected) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "job '" + spec.name() + "' of " + workflow.name() + " read " + found + " tuples of "
                            + spec.inputs().stream().map(GroupSpec::name).toList() + ", which were written with "
                            + expected + ": a lost executor had some, and the functions that wrote them gave others"
                            + " when they ran again. They must not depend on chance or time");
        }
    }

    private Map<String, HeldGroup> held(List<GroupInfo> outputs, MovedChunks moved, JobResult result, Run how) {
        Map<String, HeldGroup> held = new LinkedHashMap<>();
        for (int i = 0; i < outputs.size(); i++) {
            GroupInfo output = outputs.get(i);
            TaskEnd.Sent sent = result.sent().get(i);
            if (how.files.containsKey(output.name())) {
                StoredGroup stored =
                        StoredGroup.of(driver.subgroups(), output.format(), output.origin(), result.files(i));
                checkAllStored(output, sent, stored);
                held.put(output.name(), new HeldGroup.Stored(stored.info(output.id(), output.name()), stored));
            } else {
                moved.hold();
                GroupInfo.Content content = new GroupInfo.Content(
                        sent.tuples(), sent.dataBytes(), sent.dataBytes(), List.of(), null, List.of(), null);
                GroupInfo info = new GroupInfo(
                        output.key(), output.name(), GroupInfo.State.READY, output.format(), output.origin(), content);
                held.put(output.name(), new HeldGroup.Moved(info, moved, i));
            }
        }
        return held;
    }

    private void checkAllStored(GroupInfo output, TaskEnd.Sent sent, StoredGroup stored) {
        if (stored.tuples() != sent.tuples()) {
            stored.files().forEach(driver.store()::delete);
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "job '" + spec.name() + "' of " + workflow.name() + " sent " + sent.tuples()
                            + " tuples to group '" + output.name() + "', and " + stored.tuples()
                            + " were stored: an executor was lost, and the functions gave other tuples when they ran"
                            + " again. They must not depend on chance or time");
        }
    }

    private static List<JobReport.Size> sizes(Collection<HeldGroup> groups) {
        return groups.stream()
                .map(HeldGroup::info)
                .map(info -> JobReport.Size.of(info.name(), info))
                .toList();
    }

    /** Statistics of the latest run; null before it. */
    JobReport statistics() {
        return statistics;
    }

    /** Counters of the latest run. */
    Map<String, Long> counters() {
        return latest.counters();
    }

    /** Sum of all runs. */
    Progress progress() {
        return progress;
    }

    /** Tasks of each run. */
    int tasks() {
        return tasks;
    }

    long millis() {
        return millis;
    }

    /** Number of the latest iteration, from 1; 0 outside of loops. */
    int iterations() {
        return iterations;
    }
}
