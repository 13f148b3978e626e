package org.sss.server.task;

import java.util.function.Function;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.Output;
import org.sss.api.SssException;
import org.sss.api.ThreadBound;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunWriter;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.server.task.input.FailurePolicy;
import org.sss.server.task.output.Placement;
import org.sss.server.task.output.TaskEmitters;
import org.sss.server.task.output.TaskOutputs;
import org.sss.server.task.side.RemoteSide;
import org.sss.server.task.side.SideGroups;
import org.sss.server.task.side.SideMaps;
import org.sss.server.task.side.SideMemory;
import org.sss.server.task.spill.ScratchDirectory;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Runs the functions of a job locally for some tuples, and shows their output instead of writing it. Single use, not
 * thread-safe.
 */
public final class Replay implements TaskEmitters {
    private static final long VALUE_BYTES = 16 << 20;

    private final TaskSpec spec;
    private final Job job;
    private final Watcher watcher;
    private final TaskErrors errors;
    private final TaskState state = new TaskState();
    private RunningTask running;

    /** Receives each emitted tuple, encoded; called by the thread of {@link Replay#run}. */
    public interface Watcher {
        void emitted(TupleGroup<?, ?> group, byte[] key, byte[] value);
    }

    public Replay(TaskSpec spec, Job job, Watcher watcher) {
        this.spec = spec;
        this.job = job;
        this.watcher = watcher;
        errors = new TaskErrors(spec);
    }

    /**
     * @param tuples      input tuples
     * @param connections to the owners of side groups
     * @throws SssException as {@link TaskRunner#run}; the job's handling of failures is ignored
     */
    public Progress run(
            SubgroupSource tuples, Function<NodeAddress, Connection> connections, ScratchDirectory scratch) {
        state.start();
        SideMaps maps = new SideMaps(new SideMemory(Runtime.getRuntime().maxMemory() / 4));
        SideGroups sides = new SideGroups(spec, job.sideGroups(), RemoteSide.by(connections), maps, VALUE_BYTES, state);
        try (RunningTask task = new RunningTask(spec, state, scratch, sides, true)) {
            running = task;
            FailurePolicy failures = FailurePolicy.failingTheTask(spec, state, errors);
            new JobBody(spec, tuples, task, this, errors, failures, VALUE_BYTES).run(job);
            state.checkCancelled();
        } catch (SssException e) {
            throw errors.withTask(state.failure() != null ? state.failure() : e);
        } finally {
            state.over();
        }
        return state.publish();
    }

    @Override
    public TaskState state() {
        return state;
    }

    /** The caller knows the types of the first output. */
    @Override
    @SuppressWarnings("unchecked")
    public <K, V> Emitter<K, V> main() {
        return new Shown<>((Output<K, V>) ((JobOptions<?, ?, ?>) job).outputAt(0));
    }

    @Override
    @SuppressWarnings("unchecked") // the types are compared
    public <K, V> Emitter<K, V> to(TupleGroup<K, V> group) {
        int index = TaskOutputs.checkDeclared(job.outputs(), group);
        return new Shown<>((Output<K, V>) ((JobOptions<?, ?, ?>) job).outputAt(index));
    }

    private final class Shown<K, V> implements Emitter<K, V>, ThreadBound {
        private final TupleGroup<K, V> group;
        private final Placement<K, V> placement;

        Shown(Output<K, V> output) {
            group = output.group();
            placement = new Placement<>(
                    TaskOutputs.partitioner(output, running), running.bounds(), running.subgroupCount());
        }

        @Override
        public void emit(K key, V value) {
            checkThread();
            byte[] keyBytes;
            byte[] valueBytes;
            try {
                keyBytes = encoded(group.keys(), key);
                valueBytes = encoded(group.values(), value);
            } catch (NullPointerException e) {
                throw TaskErrors.ofNull(e, group.shownName(), key == null, value == null);
            }
            // Applies the checks of a task, since they may be the failure being investigated.
            RunWriter.checkSizes(keyBytes.length, valueBytes.length);
            placement.subgroup(key, value, keyBytes, 0, keyBytes.length);
            state.emitted(keyBytes.length + valueBytes.length);
            watcher.emitted(group, keyBytes, valueBytes);
        }

        @Override
        public void checkThread() {
            state.checkCall("emit");
        }

        @Override
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> other) {
            state.checkThread("to");
            return Replay.this.to(other);
        }

        @Override
        public void count(String counter, long amount) {
            state.count(counter, amount);
        }
    }

    private static <T> byte[] encoded(Codec<T> codec, T object) {
        ByteSink sink = new ByteSink(64);
        codec.encode(object, sink);
        return sink.toByteArray();
    }
}
