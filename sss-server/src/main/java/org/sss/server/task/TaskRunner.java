package org.sss.server.task;

import java.time.Duration;
import java.util.function.Function;
import org.sss.api.Combiner;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.api.MapJob;
import org.sss.api.Partitioner;
import org.sss.api.ReduceJob;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunMerge;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.PutSession;
import org.sss.net.data.SubgroupSource;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Runs one attempt of a job on one subgroup: reads it, calls the user's code, and puts the output to its owners. One thread
 * calls {@link #run}, once; {@link #progress} and {@link #cancel} may be called by any thread at any time.
 */
public final class TaskRunner {
    /** For the data servers to write what is still in their queues: some MiB for each task. */
    private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(5);

    /** Of the values of a key that is walked more than once. */
    private static final int MAX_KEPT_BYTES = 4 << 20;

    private final TaskSpec spec;
    private final Job job;
    private final SubgroupSource input;
    private final Function<NodeAddress, Connection> connections;
    private final long bufferBytes;
    private final TaskErrors errors;
    private final TaskState state = new TaskState();

    /**
     * @param job         a copy for this task alone
     * @param input       where the subgroup is read
     * @param connections gives open connections to data servers, and stays their owner
     * @param bufferBytes memory for output that is not sent yet; 8 to 64 MiB are sensible
     */
    public TaskRunner(TaskSpec spec, Job job, SubgroupSource input, Function<NodeAddress, Connection> connections,
            long bufferBytes) {
        this.spec = spec;
        this.job = job;
        this.input = input;
        this.connections = connections;
        this.bufferBytes = bufferBytes;
        errors = new TaskErrors(spec.job(), spec.subgroup());
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
        try (PutSession session = new PutSession(connections, spec.cluster(), spec.outputGroup(), spec.attemptId())) {
            RunOutput output = new RunOutput(spec.cluster().subgroupCount(), outputCompression(), session::send);
            thread.setContextClassLoader(userCode().getClass().getClassLoader());
            state.checkCancelled();
            runJob(output);
            checkStored(output, session.finish(FINISH_TIMEOUT));
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
        return job instanceof MapJob<?, ?, ?, ?> map ? map.mapper() : ((ReduceJob<?, ?, ?, ?>) job).reducer();
    }

    private Compression outputCompression() {
        return job.outputs().get(0).compression();
    }

    private void runJob(RunOutput output) {
        if (job instanceof MapJob<?, ?, ?, ?> map) {
            runMap(map, output);
        } else if (job instanceof ReduceJob<?, ?, ?, ?> reduce) {
            runReduce(reduce, output);
        }
    }

    private <K, V, K2, V2> void runMap(MapJob<K, V, K2, V2> map, RunOutput output) {
        Input<K, V> decoder = new Input<>(map.input(), spec.inputGroup(), errors);
        TaskEmitter<K2, V2> emitter = emitter(map.output(), map.partitioner(), map.combiner(), output);
        try (RunCursor tuples = new RunCursor(input.blocks(spec.inputGroup(), spec.subgroup()), 0)) {
            new MapTask<>(map.mapper(), decoder, state, errors).run(tuples, emitter);
        }
        emitter.flush();
    }

    private <K, V, K2, V2> void runReduce(ReduceJob<K, V, K2, V2> reduce, RunOutput output) {
        Input<K, V> decoder = new Input<>(reduce.input(), spec.inputGroup(), errors);
        TaskEmitter<K2, V2> emitter = emitter(reduce.output(), reduce.partitioner(), null, output);
        try (RunMerge tuples = input.merged(spec.inputGroup(), spec.subgroup());
                StreamedValues<V> values = new StreamedValues<>(tuples, decoder, state,
                        key -> input.merged(spec.inputGroup(), spec.subgroup(), key, null), keptBytes())) {
            new ReduceTask<>(decoder, errors).run(tuples, values, new ReduceTask.Call<>(reduce.reducer(), emitter));
        }
        emitter.flush();
    }

    private <K, V> TaskEmitter<K, V> emitter(TupleGroup<K, V> group, Partitioner<K, V> partitioner, Combiner<K, V> combiner,
            RunOutput output) {
        Placement<K, V> placement = new Placement<>(partitioner, output.subgroupCount());
        if (combiner == null) {
            return new SortEmitter<>(state, group, placement, new SortBuffer(bufferBytes, output));
        }
        if (combiner instanceof LongCombiner<?> longs && (Object) group.values() instanceof LongCodec) {
            return longEmitter(group, placement, longs, output);
        }
        return new ValueCombineEmitter<>(state, group, placement, combiner, new ValueCombineTable(bufferBytes, output));
    }

    /** The caller has seen that V is Long. */
    @SuppressWarnings("unchecked")
    private <K, V> TaskEmitter<K, V> longEmitter(TupleGroup<K, V> group, Placement<K, V> placement, LongCombiner<?> combiner,
            RunOutput output) {
        LongCombineTable table = new LongCombineTable(bufferBytes, output, combiner.operation());
        return (TaskEmitter<K, V>) new LongCombineEmitter<>(state, (TupleGroup<K, Long>) group,
                (Placement<K, Long>) placement, table);
    }

    private static void checkStored(RunOutput output, DataVerbs.Stored stored) {
        if (stored.tuples() != output.tupleCount()) {
            throw new SssException(ErrorCode.CORRUPT, "the data servers stored " + stored.tuples() + " tuples of "
                    + output.tupleCount() + " that were sent");
        }
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
