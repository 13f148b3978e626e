package org.sss.server.task;

import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapInput;
import org.sss.api.MapJob;
import org.sss.api.ReduceJob;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunMerge;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Runs one attempt of a job on one subgroup or split: reads it, calls the user's code, and puts the output to its owners. One thread
 * calls {@link #run}, once; {@link #progress} and {@link #cancel} may be called by any thread at any time.
 */
public final class TaskRunner {
    /** Of the values of a key that is walked more than once. */
    private static final int MAX_KEPT_BYTES = 4 << 20;

    private final TaskSpec spec;
    private final Job job;
    private final SubgroupSource input;
    private final Function<NodeAddress, Connection> connections;
    private final long bufferBytes;
    private final ScratchDirectory scratch;
    private final TaskErrors errors;
    private final TaskState state = new TaskState();

    /**
     * @param job         a copy for this task alone
     * @param input       where the subgroup is read
     * @param connections gives open connections to data servers, and stays their owner
     * @param bufferBytes memory for output that is not sent yet; 8 to 64 MiB are sensible
     * @param scratch     where temporary directories are made
     */
    public TaskRunner(TaskSpec spec, Job job, SubgroupSource input, Function<NodeAddress, Connection> connections,
            long bufferBytes, ScratchDirectory scratch) {
        this.spec = spec;
        this.job = job;
        this.input = input;
        this.connections = connections;
        this.bufferBytes = bufferBytes;
        this.scratch = scratch;
        errors = new TaskErrors(spec);
    }

    /**
     * Runs the task to its end. The data servers then have all output, ready to be committed.
     *
     * @return what was done; output is counted as emitted, before the combiner
     * @throws SssException {@link ErrorCode#USER_CODE} with key and trace when the user's code failed,
     *     {@link ErrorCode#CANCELLED}, or the error of reading or writing; the output is then dropped
     */
    public Progress run() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (RunningTask task = new RunningTask(spec, state, scratch)) {
            thread.setContextClassLoader(userCode().getClass().getClassLoader());
            try (TaskOutputs outputs = new TaskOutputs(state)) {
                outputs.open(spec, job, task, connections, bufferBytes);
                state.checkCancelled();
                runJob(task, outputs);
                outputs.finish();
            }
            return state.publish();
        } catch (Throwable t) {
            throw failure(t);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** What was done so far, about a thousand tuples behind. */
    public Progress progress() {
        return state.progress();
    }

    /** Makes {@link #run} end with CANCELLED at the next tuple; interrupt its thread too, as it may wait for input or credit. */
    public void cancel() {
        state.cancel();
    }

    private int keptBytes() {
        return (int) Math.min(MAX_KEPT_BYTES, bufferBytes / 4);
    }

    private Object userCode() {
        return job instanceof MapJob<?, ?> map ? map.from().get(0).mapper() : ((ReduceJob<?, ?, ?, ?>) job).reducer();
    }

    private void runJob(RunningTask task, TaskOutputs outputs) {
        if (job instanceof MapJob<?, ?> map) {
            runMap(map, task, outputs);
        } else if (job instanceof ReduceJob<?, ?, ?, ?> reduce) {
            runReduce(reduce, task, outputs);
        }
    }

    private <K2, V2> void runMap(MapJob<K2, V2> map, RunningTask task, TaskOutputs outputs) {
        if (spec.split() != null) {
            new SplitTask<>(map.from().get(spec.split().input()), state, errors).run(spec.split(), task, outputs.main());
            return;
        }
        int groups = 0;
        for (MapInput<?, ?, K2, V2> from : map.from()) {
            if (from.group() != null) {
                runMap(from, spec.inputGroups().get(groups++), task, outputs);
            }
        }
    }

    private <K, V, K2, V2> void runMap(MapInput<K, V, K2, V2> from, long group, RunningTask task, TaskOutputs outputs) {
        Input<K, V> decoder = new Input<>(from.group(), group, errors);
        try (RunCursor tuples = new RunCursor(input.blocks(group, spec.task()), 0)) {
            new MapTask<>(from.mapper(), decoder, state, errors).run(tuples, task, outputs.main());
        }
    }

    private <K, V, K2, V2> void runReduce(ReduceJob<K, V, K2, V2> reduce, RunningTask task, TaskOutputs outputs) {
        long group = spec.inputGroups().get(0);
        Input<K, V> decoder = new Input<>(reduce.input(), group, errors);
        Reducer<K, V, K2, V2> reducer = reduce.reducer();
        errors.inUserCode("setup", () -> reducer.setup(task));
        try (RunMerge tuples = input.merged(group, spec.task());
                StreamedValues<V> values = new StreamedValues<>(tuples, decoder, state,
                        key -> input.merged(group, spec.task(), key, null), keptBytes())) {
            new ReduceTask<>(decoder, errors).run(tuples, values, new ReduceTask.Call<>(reducer, outputs.main()));
        }
        errors.inUserCode("close", () -> reducer.close(outputs.main()));
    }

    private SssException failure(Throwable t) {
        if (state.isCancelled()) {
            return errors.cancelled();
        }
        if (t instanceof SssException e) {
            return errors.withTask(e);
        }
        return errors.ofEngine(t);
    }
}
