package org.sss.server.node.slots;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Job;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.Remarks;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.PeerLimit;
import org.sss.net.profile.Profile;
import org.sss.net.profile.TaskEvent;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.server.code.ProcessDefaults;
import org.sss.server.node.code.CodeCache;
import org.sss.server.node.memory.RunningFile;
import org.sss.server.node.memory.RunningTasks;
import org.sss.server.shuffle.method.ShuffleOutputs;
import org.sss.server.task.TaskRunner;
import org.sss.server.task.side.RemoteSide;
import org.sss.server.task.side.SideSources;
import org.sss.server.task.spill.ScratchDirectory;
import org.sss.server.task.state.CallSite;
import org.sss.server.task.state.HeapEndListener;
import org.sss.server.timing.SharedTimer;

/** Runs the tasks that the coordinator sends to this node. Thread-safe. */
public final class TaskService {
    private static final LimitedLog CHANGED =
            new LimitedLog(LoggerFactory.getLogger(TaskService.class), "tasks that have changed the process", 20);

    /** Limit of the bytes of task descriptions; one coordinator may use all of it. */
    private static final long MAX_TASK_BYTES = Runtime.getRuntime().maxMemory() / 4;

    private final PeerLimit tasks = new PeerLimit("bytes of tasks to run", MAX_TASK_BYTES, MAX_TASK_BYTES);
    private final int nodeId;
    private final Supplier<ClusterMap> map;
    private final CodeCache codes;
    private final SubgroupSource input;
    private final SideSources sides;
    private final ShuffleOutputs shuffles;
    private final long bufferBytes;
    private final Grouping grouping;
    private final ScratchDirectory scratch;
    private final TaskLanes lanes;
    private final TaskExecution.TaskServices services;
    private final AtomicInteger running = new AtomicInteger();
    private final TaskTotals totals = new TaskTotals();
    private volatile LongConsumer coordinators = epoch -> {};
    private volatile Runnable outOfMemory = () -> {};
    private volatile ProcessDefaults defaults = ProcessDefaults.NONE;

    /**
     * @param map         the cluster map; throws while this node does not know it
     * @param connections to data servers
     * @param shuffles    opens the outputs of tasks
     * @param bufferBytes output buffer of each task
     * @param grouping    of task output without a combiner
     * @param scratch     for temporary directories of tasks
     * @param stallTimeout of workflows that do not set one
     * @param table        of running tasks
     * @param file         of running tasks, for the next process
     */
    public TaskService(
            int nodeId,
            Supplier<ClusterMap> map,
            TaskLanes lanes,
            CodeCache codes,
            SubgroupSource input,
            Function<NodeAddress, Connection> connections,
            ShuffleOutputs shuffles,
            long bufferBytes,
            Grouping grouping,
            ScratchDirectory scratch,
            ScheduledExecutorService timer,
            Duration stallTimeout,
            RunningTasks table,
            RunningFile file) {
        this.nodeId = nodeId;
        this.map = map;
        this.lanes = lanes;
        this.codes = codes;
        this.input = input;
        sides = RemoteSide.by(connections);
        this.shuffles = shuffles;
        this.bufferBytes = bufferBytes;
        this.grouping = grouping;
        this.scratch = scratch;
        services = new TaskExecution.TaskServices(
                lanes, timer, new SharedTimer(timer, TaskExecution.PROGRESS_MILLIS), stallTimeout, table, file);
    }

    public void register(RpcService service) {
        service.onStream(ServerVerbs.TASK_RUN, this::open);
    }

    /** Sets the check of the epochs of coordinators that start tasks. */
    public void checking(LongConsumer check) {
        coordinators = check;
    }

    /** Sets the callback for the end of a task that ran out of memory. */
    public void onOutOfMemory(Runnable callback) {
        outOfMemory = callback;
    }

    /** Sets what is set back after the tasks of a workflow. */
    public void restore(ProcessDefaults changed) {
        defaults = changed;
    }

    /** Number of tasks that have a thread now. */
    public int running() {
        return running.get();
    }

    /** Tasks and threads now. */
    public TaskCounts counts() {
        return lanes.counts();
    }

    /** What its tasks have read and emitted. */
    public TaskTotals totals() {
        return totals;
    }

    /** The memory of the descriptions of tasks that run or wait. */
    public PeerLimit descriptions() {
        return tasks;
    }

    private StreamHandler open(Message header, Stream stream) {
        TaskSpec spec = Json.read(header, TaskSpec.class, "the header of task.run");
        check(spec);
        stream.hold(tasks, header.size());
        TaskExecution task = new TaskExecution(spec, stream, services, this::work);
        lanes.of(spec.limits().depth()).submit(task);
        return task;
    }

    private void check(TaskSpec spec) {
        coordinators.accept(spec.cluster().epoch());
        ClusterMap mine = map.get();
        if (!spec.cluster().clusterId().equals(mine.clusterId())
                || spec.cluster().subgroupCount() != mine.subgroupCount()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    spec + " belongs to cluster " + spec.cluster().clusterId() + ", but this is node " + nodeId
                            + " of cluster " + mine.clusterId());
        }
        NodeInfo owner = spec.cluster().ownerOf(spec.id().task());
        if (owner.id() != nodeId && !spec.mayRunAnywhere()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    spec + " reads a subgroup of " + owner + ", but was sent to node " + nodeId
                            + ", which does not own it");
        }
    }

    private TaskWork work(TaskSpec spec) {
        CodeCache.Entry code = codes.acquire(spec);
        ProcessDefaults restored = defaults;
        restored.enter(code.code());
        try {
            Job job = code.job(spec.code());
            return new Work(
                    spec,
                    code,
                    restored,
                    new TaskRunner(
                            spec,
                            job,
                            code.code(),
                            input,
                            sides,
                            shuffles,
                            TaskRunner.bufferBytes(job, bufferBytes, TaskSlots.isOverflow()),
                            grouping,
                            scratch,
                            code.sideMaps()));
        } catch (RuntimeException | Error e) {
            restored.leave(code.code(), false);
            codes.release(code);
            throw e;
        }
    }

    private final class Work implements TaskWork {
        private final TaskSpec spec;
        private final CodeCache.Entry code;
        private final ProcessDefaults restored;
        private final TaskRunner runner;
        private final TaskTotals.OfTask counted = totals.start();
        private boolean isChecked;

        Work(TaskSpec spec, CodeCache.Entry code, ProcessDefaults restored, TaskRunner runner) {
            this.spec = spec;
            this.code = code;
            this.restored = restored;
            this.runner = runner;
            running.incrementAndGet();
        }

        @Override
        public Progress run() {
            boolean isClean = false;
            TaskEvent event = Profile.task();
            boolean hasSucceeded = false;
            try {
                Progress done = runner.run();
                isClean = done.leftThreads().count() == 0;
                counted.succeeded(done, nodeId);
                hasSucceeded = true;
                return done.withTimes(done.times().at(nodeId, TaskSlots.number()))
                        .with(changed());
            } finally {
                if (!hasSucceeded) {
                    counted.failed(runner.progress().volume());
                }
                if (event != null) {
                    record(event, hasSucceeded);
                }
                if (!isChecked) {
                    changed();
                }
                if (!isClean) {
                    code.preventReuse();
                }
            }
        }

        private void record(TaskEvent event, boolean hasSucceeded) {
            Progress.Volume volume = runner.progress().volume();
            event.workflow = spec.id().workflow();
            event.job = spec.id().job();
            event.kind = spec.id().kind().name();
            event.task = spec.id().task();
            event.attempt = spec.id().attempt();
            event.tuplesRead = volume.tuplesIn();
            event.bytesRead = volume.bytesIn();
            event.tuplesEmitted = volume.tuplesOut();
            event.bytesEmitted = volume.bytesOut();
            event.succeeded = hasSucceeded;
            event.commit();
        }

        /**
         * What its code has changed of the process. It is also logged, as the report of a job that fails does not have
         * it.
         */
        private Remarks changed() {
            List<String> changed = restored.changed(code.code());
            isChecked = true;
            if (changed.isEmpty()) {
                return Remarks.NONE;
            }
            CHANGED.warn("{}: {}", spec, String.join("; ", changed));
            return new Remarks(changed, List.of());
        }

        @Override
        public Progress progress() {
            Progress now = runner.progress();
            counted.count(now.volume());
            return now;
        }

        @Override
        public long signs() {
            return runner.signs();
        }

        @Override
        public CallSite site(Thread thread) {
            return runner.site(thread);
        }

        @Override
        public SssException ended(CallSite site, String what) {
            return runner.ended(site, what);
        }

        @Override
        public void onHeapEnd(HeapEndListener listener) {
            runner.onHeapEnd(listener);
        }

        @Override
        public boolean ranOutOfMemory() {
            return runner.ranOutOfMemory();
        }

        @Override
        public boolean forgetOthers() {
            return codes.forgetIdle();
        }

        @Override
        public void cancel() {
            runner.cancel();
        }

        @Override
        public void close() {
            running.decrementAndGet();
            restored.leave(code.code(), isChecked);
            codes.release(code);
            if (runner.ranOutOfMemory()) {
                outOfMemory.run();
            }
        }
    }
}
