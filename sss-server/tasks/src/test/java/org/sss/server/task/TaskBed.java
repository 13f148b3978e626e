package org.sss.server.task;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Grouping;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.code.JobCode;
import org.sss.server.shuffle.ShuffleService;
import org.sss.server.shuffle.method.DirectShuffle;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.task.output.MemoryRuns;
import org.sss.server.task.side.RemoteSide;
import org.sss.server.task.side.SideMaps;
import org.sss.server.task.side.SideMemory;
import org.sss.server.task.spill.ScratchDirectory;

/** Two data servers in memory to run tasks against. */
public final class TaskBed implements AutoCloseable {
    private static final ScratchDirectory SCRATCH = new ScratchDirectory(Path.of(
            System.getProperty("java.io.tmpdir"),
            "task-bed-" + ProcessHandle.current().pid()));
    public static final int SUBGROUPS = 4;
    static final long INPUT_GROUP = 5;
    static final long OUTPUT_GROUP = 6;

    private final LocalTransport transport = new LocalTransport();
    private final Connections connections = new Connections(transport, Duration.ofSeconds(10));
    private final List<MemoryDataServer> servers = new ArrayList<>();
    private final ClusterMap cluster;

    public TaskBed() {
        List<NodeInfo> nodes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            MemoryDataServer server = new MemoryDataServer();
            NodeAddress data =
                    transport.listen(new NodeAddress("local", 0), server).address();
            servers.add(server);
            nodes.add(new NodeInfo(i, new NodeAddress("server-" + i, 1), data));
        }
        cluster = new ClusterMap("test", 1, nodes, SUBGROUPS);
    }

    MemoryDataServer server(int node) {
        return servers.get(node);
    }

    public TaskRunner runner(Job job, SubgroupSource input) {
        return runner(job, input, List.of());
    }

    /** @param ownGroups that the workflow itself has written */
    TaskRunner runner(Job job, SubgroupSource input, List<Long> ownGroups) {
        return runner(job, input, spec(job, ownGroups), Grouping.AUTO);
    }

    public TaskRunner runner(Job job, SubgroupSource input, Grouping grouping) {
        return runner(job, input, spec(job, List.of()), grouping);
    }

    /** The same for a job that restarts after it had reached its commit. */
    TaskRunner restartedRunner(Job job, SubgroupSource input) {
        TaskSpec first = spec(job, List.of());
        TaskSpec.Outputs named = new TaskSpec.Outputs(outputGroups(job), List.of(), true, null);
        return runner(
                job,
                input,
                new TaskSpec(first.id(), first.inputs(), named, first.code(), first.limits(), cluster, List.of()),
                Grouping.AUTO);
    }

    /** The same for a split of a source. */
    TaskRunner runner(Job job, SplitSpec split) {
        TaskSpec spec = spec(job, SUBGROUPS, TaskSpec.Inputs.ofSplit(split, List.of(), List.of(), null));
        return runner(job, new MemoryRuns(), spec, Grouping.AUTO);
    }

    private static List<Long> outputGroups(Job job) {
        return LongStream.range(0, job.outputs().size())
                .mapToObj(i -> OUTPUT_GROUP + i)
                .toList();
    }

    private ShuffleOutput output(TaskSpec task, int output, TupleGroup<?, ?> group) {
        ShuffleContext context = new ShuffleContext(0, connections::to, null, null, null, null, null, null);
        return new DirectShuffle(task.cluster(), context).output(output, ShuffleService.header(task, output, group));
    }

    private TaskRunner runner(Job job, SubgroupSource input, TaskSpec spec, Grouping grouping) {
        return new TaskRunner(
                spec,
                job,
                JobCode.shared(TaskBed.class.getClassLoader()),
                input,
                RemoteSide.by(connections::to),
                this::output,
                64 << 10,
                grouping,
                SCRATCH,
                new SideMaps(new SideMemory(1 << 20)));
    }

    private TaskSpec spec(Job job, List<Long> ownGroups) {
        return spec(job, 0, TaskSpec.Inputs.ofGroups(List.of(INPUT_GROUP), ownGroups, List.of()));
    }

    private TaskSpec spec(Job job, int task, TaskSpec.Inputs inputs) {
        JobKind kind = job instanceof MapJob ? JobKind.MAP : JobKind.REDUCE;
        return new TaskSpec(
                new TaskSpec.Id("wf-1", job.name(), kind, task, 0, 0),
                inputs,
                TaskSpec.Outputs.ofGroups(outputGroups(job)),
                new TaskSpec.Code("functions", List.of(), job.parameters(), List.of()),
                new TaskSpec.Limits(10, 0, 0),
                cluster,
                List.of());
    }

    /** What the task with name {@code count} or another one has put, over all jobs that ran here. */
    public TreeMap<Bytes, List<Bytes>> output(int subgroup) {
        return output(0, subgroup);
    }

    /** The same for an output of several. */
    TreeMap<Bytes, List<Bytes>> output(int number, int subgroup) {
        return servers.get(cluster.locations().owner(subgroup)).allTuples(OUTPUT_GROUP + number, subgroup);
    }

    /** In how many sorted runs the same was put. */
    public int runCount(int subgroup) {
        return servers.get(cluster.locations().owner(subgroup)).runCount(OUTPUT_GROUP, subgroup);
    }

    int openStreams() {
        return servers.stream().mapToInt(s -> s.openStreams.get()).sum();
    }

    int failedStreams() {
        return servers.stream().mapToInt(s -> s.failedStreams.get()).sum();
    }

    int everOpened() {
        return servers.stream().mapToInt(s -> s.everOpened.get()).sum();
    }

    public static <T> byte[] encode(Codec<T> codec, T value) {
        ByteSink sink = new ByteSink(64);
        codec.encode(value, sink);
        return sink.toByteArray();
    }

    @Override
    public void close() {
        connections.close();
        transport.close();
    }
}
