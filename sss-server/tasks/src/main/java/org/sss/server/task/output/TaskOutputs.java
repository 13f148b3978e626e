package org.sss.server.task.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sss.api.Bytes;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.api.MapJob;
import org.sss.api.Output;
import org.sss.api.Partitioner;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.OutputLoad;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.ThreadTimes;
import org.sss.net.control.ThreadTimes.Phase;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.method.ShuffleOutputs;
import org.sss.server.task.state.HeavyHitters;
import org.sss.server.task.state.TaskState;
import org.sss.server.timing.PhaseTimer;

/** The output groups of a task. For the task's thread. */
public final class TaskOutputs implements TaskEmitters, AutoCloseable {
    /** More memory would far exceed the processor's cache and save only a few runs. A combiner benefits from more. */
    private static final long MAX_SORT_BYTES = 64L << 20;

    private final List<OpenOutput<?, ?>> outputs = new ArrayList<>();
    /** By output: the group object used last. Functions pass it for each tuple, usually the same object. */
    private final List<TupleGroup<?, ?>> named = new ArrayList<>();

    private final TaskState state;
    private final Grouping grouping;
    /** Null before {@link #open}. */
    private ClusterMap cluster;

    private final PhaseTimer storing = new PhaseTimer();

    /** One group: a tuple passes emitter, run, shuffle. */
    private record OpenOutput<K, V>(
            TupleGroup<K, V> group, ShuffleOutput shuffle, RunOutput run, TaskEmitter<K, V> emitter) {}

    /** @param grouping grouping of output without a combiner */
    public TaskOutputs(TaskState state, Grouping grouping) {
        this.state = state;
        this.grouping = grouping;
    }

    /** @param bufferBytes memory for all outputs together */
    public void open(TaskSpec spec, Job job, TaskContext task, ShuffleOutputs shuffles, long bufferBytes) {
        cluster = spec.cluster();
        int count = job.outputs().size();
        for (int i = 0; i < count; i++) {
            Output<?, ?> declared = ((JobOptions<?, ?, ?>) job).outputAt(i);
            ShuffleOutput shuffle = shuffles.open(spec, i, declared.group());
            boolean dropsRepeats = i == 0 && job instanceof MapJob<?, ?> map && map.dropsRepeats();
            outputs.add(output(declared, dropsRepeats, shuffle, spec.outputs().bounds(), task, bufferBytes / count));
            named.add(declared.group());
        }
    }

    private <K, V> OpenOutput<K, V> output(
            Output<K, V> declared,
            boolean dropsRepeats,
            ShuffleOutput shuffle,
            List<byte[]> bounds,
            TaskContext task,
            long bufferBytes) {
        TupleGroup<K, V> group = declared.group();
        RunOutput run = new RunOutput(task.subgroupCount(), group.compression(), shuffle, task.task());
        Partitioner<K, V> partitioner = partitioner(declared, task);
        Placement<K, V> placement = new Placement<>(partitioner, bounds, task.subgroupCount());
        if (partitioner != null && !isOfTask(declared, partitioner)) {
            placement.checkedBy(new PartitionerCheck<>(partitioner, group.keys(), state));
        }
        long repeatBytes = bufferBytes / 8;
        return new OpenOutput<>(
                group,
                shuffle,
                run,
                dropsRepeats
                        ? sorted(group, placement, run, bufferBytes - repeatBytes, new DuplicateFilter(repeatBytes))
                        : emitter(group, placement, declared.combiner(), run, bufferBytes));
    }

    /** Returns the partitioner of a task; null for the hash. */
    public static <K, V> Partitioner<K, V> partitioner(Output<K, V> output, TaskContext task) {
        Partitioner<K, V> partitioner = output.partitioner();
        return partitioner == null ? null : partitioner.forTask(task);
    }

    @SuppressWarnings("ReferenceEquality") // one without state returns itself
    private static boolean isOfTask(Output<?, ?> output, Partitioner<?, ?> partitioner) {
        return output.partitioner() != partitioner;
    }

    private <K, V> TaskEmitter<K, V> emitter(
            TupleGroup<K, V> group,
            Placement<K, V> placement,
            Combiner<K, V> combiner,
            RunOutput run,
            long bufferBytes) {
        if (combiner == null) {
            return sorted(group, placement, run, bufferBytes, null);
        }
        if (combiner instanceof LongCombiner<?> longs && (Object) group.values() instanceof LongCodec) {
            return longEmitter(group, placement, new LongCombineTable(bufferBytes, run, longs.operation()));
        }
        return new ValueCombineEmitter<>(this, group, placement, combiner, new ValueCombineTable(bufferBytes, run));
    }

    private <K, V> TaskEmitter<K, V> sorted(
            TupleGroup<K, V> group,
            Placement<K, V> placement,
            RunOutput run,
            long bufferBytes,
            DuplicateFilter repeats) {
        long sortBytes = Math.min(bufferBytes, MAX_SORT_BYTES);
        boolean groups = grouping != Grouping.SORT && placement.isByKeyBytes();
        GroupTable table = groups ? new GroupTable(sortBytes, run, grouping == Grouping.HASH) : null;
        return new SortEmitter<>(this, group, placement, table, () -> new SortBuffer(sortBytes, run), repeats);
    }

    /** The caller has checked that V is Long. */
    @SuppressWarnings("unchecked")
    private <K, V> TaskEmitter<K, V> longEmitter(
            TupleGroup<K, V> group, Placement<K, V> placement, LongCombineTable table) {
        return (TaskEmitter<K, V>)
                new LongCombineEmitter<>(this, (TupleGroup<K, Long>) group, (Placement<K, Long>) placement, table);
    }

    @Override
    public TaskState state() {
        return state;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> Emitter<K, V> main() {
        return (Emitter<K, V>) outputs.get(0).emitter;
    }

    @Override
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // equal groups are found below
    public <K, V> Emitter<K, V> to(TupleGroup<K, V> group) {
        for (int i = 0; i < named.size(); i++) {
            if (named.get(i) == group) {
                return (Emitter<K, V>) outputs.get(i).emitter;
            }
        }
        int found = checkDeclared(outputs.stream().map(OpenOutput::group).toList(), group);
        named.set(found, group);
        return (Emitter<K, V>) outputs.get(found).emitter;
    }

    /**
     * Returns the index among the declared groups.
     *
     * @throws SssException as {@link Emitter#to}
     */
    public static int checkDeclared(List<? extends TupleGroup<?, ?>> declared, TupleGroup<?, ?> group) {
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i).name().equals(group.name())) {
                checkTypes(declared.get(i), group);
                return i;
            }
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "group '" + group.name() + "' is not an output of the job, which are "
                        + declared.stream().map(TupleGroup::name).collect(Collectors.joining(", "))
                        + "; declare it with alsoTo(...)");
    }

    private static void checkTypes(TupleGroup<?, ?> declared, TupleGroup<?, ?> used) {
        if (!declared.keys().name().equals(used.keys().name())
                || !declared.values().name().equals(used.values().name())) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "output '" + used.name() + "' was declared as ("
                            + declared.keys().name() + ", " + declared.values().name() + ") and is used as ("
                            + used.keys().name() + ", "
                            + used.values().name() + "); use the same TupleGroup for both");
        }
    }

    /**
     * Sends all buffered tuples, and waits until the data servers have stored everything.
     *
     * @throws SssException if they have not
     */
    public void finish() {
        state.end();
        for (OpenOutput<?, ?> output : outputs) {
            output.emitter.flush();
        }
        checkConserved();
        storing.start();
        ShuffleTimes shuffled = null;
        for (OpenOutput<?, ?> output : outputs) {
            output.shuffle.finish(output.run.tupleCount(), output.run.dataBytes());
            ShuffleTimes times = output.shuffle.times();
            shuffled = shuffled == null || times == null ? shuffled == null ? times : shuffled : shuffled.plus(times);
        }
        storing.stop();
        state.shuffled(shuffled != null && shuffled.sent().blocks() > 0 ? shuffled : null);
        state.loaded(load());
    }

    /** What was written for each subgroup; null if nothing. */
    private OutputLoad load() {
        long[] subgroupBytes = new long[cluster.subgroupCount()];
        List<OutputLoad.Key> heaviest = new ArrayList<>();
        for (OpenOutput<?, ?> output : outputs) {
            output.run.addBytesTo(subgroupBytes);
            output.run.heaviest(
                    OutputLoad.Key.MAX_KEYS,
                    (key, bytes) -> heaviest.add(new OutputLoad.Key(keyText(output.group, key), bytes)));
        }
        for (long bytes : subgroupBytes) {
            if (bytes > 0) {
                return OutputLoad.of(cluster, subgroupBytes, heaviest);
            }
        }
        return null;
    }

    private String keyText(TupleGroup<?, ?> group, byte[] key) {
        Object shown;
        try {
            shown = group.keys().decode(key, 0, key.length);
        } catch (RuntimeException | LinkageError e) {
            shown = Bytes.of(key); // only for display, and from a codec that may be the user's
        }
        return HeavyHitters.text(shown, key, key.length) + (outputs.size() > 1 ? " of " + group.name() : "");
    }

    /**
     * Where the time of the task went, after {@link #finish}.
     *
     * @param all   the whole task
     * @param open  its start
     * @param input what its input took
     * @param jvm   what the JVM counted
     */
    public ThreadTimes times(Phase all, Phase open, ThreadTimes.Input input, ThreadTimes.JvmCosts jvm) {
        Phase sort = Phase.NONE;
        Phase send = Phase.NONE;
        for (OpenOutput<?, ?> output : outputs) {
            sort = sort.plus(output.run.sorting());
            send = send.plus(output.shuffle.waited());
        }
        Phase store = storing.phase();
        Phase run = all.without(open, input.read(), input.free(), sort, send, store);
        return new ThreadTimes(
                0,
                0,
                open,
                input,
                run.withCalls(state.functionCalls()),
                new ThreadTimes.Output(sort, send, store),
                jvm,
                0);
    }

    /**
     * Checks that no tuple was lost or duplicated between emitters and runs: emitters count their input, tables the
     * combined tuples, runs their output.
     */
    private void checkConserved() {
        long emitted = state.tuplesOut();
        long combined = 0;
        long sent = 0;
        for (OpenOutput<?, ?> output : outputs) {
            combined += output.emitter.combined();
            sent += output.run.tupleCount();
        }
        if (emitted != sent + combined) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    emitted + " tuples were emitted, but " + sent + " are to be stored and " + combined
                            + " were combined with others; report this bug of SSS");
        }
        checkBytes();
        state.combined(combined);
    }

    /** Combined values have other sizes, which are not predictable. */
    private void checkBytes() {
        long sent = 0;
        for (OpenOutput<?, ?> output : outputs) {
            sent += output.run.dataBytes();
        }
        if (sent != state.bytesOut() && outputs.stream().allMatch(output -> output.emitter.storesAsEmitted())) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    state.tuplesOut() + " tuples were emitted with " + state.bytesOut()
                            + " bytes of keys and values, but " + sent
                            + " bytes are to be stored; report this bug of SSS");
        }
    }

    @Override
    public void close() {
        state.end();
        outputs.forEach(output -> output.shuffle.close());
    }
}
