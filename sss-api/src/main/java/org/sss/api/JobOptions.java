package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.sss.api.Partitioners.RangePartitioner;

/** Options common to all kinds of jobs. {@code J} is the concrete kind, which each setter returns. Not thread-safe. */
public abstract sealed class JobOptions<K2, V2, J extends JobOptions<K2, V2, J>> implements Job
        permits MapJob, ReduceJob, CoGroupJob {
    /**
     * The parameter of a job or workflow that makes it fail instead of writing tuples to files for which memory has no
     * room, see {@link #memoryOnly()}: {@code true} or {@code false}, the default.
     */
    public static final String MEMORY_ONLY = "memory.only";

    private static final long serialVersionUID = 1L;

    private String name;
    private final TupleGroup<K2, V2> output;
    private final ArrayList<TupleGroup<?, ?>> outputs = new ArrayList<>();
    /** Further outputs with a partitioner or a combiner. */
    private ArrayList<Output<?, ?>> ruled = new ArrayList<>();

    private final ArrayList<TupleGroup<?, ?>> sideGroups = new ArrayList<>();
    private final TreeMap<String, String> parameters = new TreeMap<>();
    private Partitioner<K2, V2> partitioner;
    private Combiner<K2, V2> combiner;
    private OnError onError;
    private TupleGroup<Bytes, DeadLetter> deadLetters;
    private ArrayList<Partitioners.PlacedInput<?, ?>> placedInputs = new ArrayList<>();

    JobOptions(String name, TupleGroup<K2, V2> output) {
        this.name = name;
        this.output = Objects.requireNonNull(output, "output");
        outputs.add(output);
    }

    /** Copies another job, with another output, partitioner and combiner. */
    JobOptions(
            JobOptions<?, ?, ?> like,
            TupleGroup<K2, V2> output,
            Partitioner<K2, V2> partitioner,
            Combiner<K2, V2> combiner) {
        this(like.name, output);
        outputs.addAll(like.outputs.subList(1, like.outputs.size()));
        ruled.addAll(like.ruled);
        sideGroups.addAll(like.sideGroups);
        parameters.putAll(like.parameters);
        this.partitioner = partitioner;
        this.combiner = combiner;
        onError = like.onError;
        deadLetters = like.deadLetters;
    }

    abstract J self();

    /** Returns a copy with that combiner and without a partitioner. */
    abstract J copyCombinedBy(Combiner<K2, V2> newCombiner);

    /** Sets the name of the job; the rules are those of {@linkplain TupleGroup#name() group names}. */
    public final J named(String newName) {
        name = Names.check("job", newName);
        return self();
    }

    /** Sets the partitioner of {@link #output()}; the default is the hash of the key. */
    public final J partitionBy(Partitioner<K2, V2> newPartitioner) {
        partitioner = null;
        sample(output, newPartitioner);
        partitioner = Objects.requireNonNull(newPartitioner);
        return self();
    }

    /**
     * Sets the combiner of {@link #output()}, which combines values of equal keys before they are sent. Further outputs
     * bring their own.
     */
    public final J combine(Combiner<K2, V2> newCombiner) {
        combiner = Objects.requireNonNull(newCombiner);
        return self();
    }

    /** Makes the group of a range partitioner a side group, since its keys are sampled when the job starts. */
    private void sample(TupleGroup<?, ?> group, Partitioner<?, ?> of) {
        if (of instanceof RangePartitioner<?, ?> range) {
            checkSampled(group, range.like());
            if (!samples(group, range.like())) {
                sideGroups.add(range.like());
            }
        }
    }

    private void checkSampled(TupleGroup<?, ?> group, TupleGroup<?, ?> like) {
        if (!like.keys().name().equals(group.keys().name())) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "job '" + name + "' places keys of type '" + group.keys().name()
                            + "' by ranges of those of group '" + like.name() + "', which are of type '"
                            + like.keys().name() + "'");
        }
    }

    /** Returns whether another output already has ranges of the group {@code like}. */
    private boolean samples(TupleGroup<?, ?> group, TupleGroup<?, ?> like) {
        for (int i = 0; i < outputs.size(); i++) {
            Output<?, ?> other = outputAt(i);
            if (other.partitioner() instanceof RangePartitioner<?, ?> range) {
                if (range.like().name().equals(like.name())) {
                    return true;
                }
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "job '" + name + "' places group '" + group.name() + "' by ranges of group '" + like.name()
                                + "', and '" + other.group().name() + "' by ranges of '"
                                + range.like().name()
                                + "'; one group is sampled for a job: take the ranges of one of them for both, or write"
                                + " one of the outputs by a job of its own");
            }
        }
        return false;
    }

    /**
     * Adds a further output group, to which the functions write through {@link Emitter#to}. It has no combiner and no
     * partitioner; those of {@link #output()} do not apply to it.
     */
    public final J alsoTo(TupleGroup<?, ?> group) {
        outputs.add(Objects.requireNonNull(group));
        return self();
    }

    /**
     * Adds a further output group with a partitioner or a combiner of its own.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} for ranges of keys of another type;
     *     {@link ErrorCode#INVALID_ARGUMENT} if another output has the ranges of another group
     */
    public final J alsoTo(Output<?, ?> further) {
        sample(further.group(), further.partitioner());
        ruled.add(further);
        return alsoTo(further.group());
    }

    /** Sets how to handle tuples for which the functions throw; by default the job fails. */
    public final J onError(OnError newPolicy) {
        onError = Objects.requireNonNull(newPolicy);
        return self();
    }

    /**
     * Writes tuples for which the functions throw to a group, see {@link DeadLetter#group}. The job continues, after
     * any number of failures or up to the number set by {@link #onError}.
     */
    public final J deadLetters(TupleGroup<Bytes, DeadLetter> group) {
        deadLetters = Objects.requireNonNull(group);
        return alsoTo(group);
    }

    /** Adds a side group, which the functions read through {@link TaskContext#side}. */
    public final J with(TupleGroup<?, ?> group) {
        sideGroups.add(Objects.requireNonNull(group));
        return self();
    }

    /**
     * Sets a parameter of this job for {@link TaskContext#parameter}; it overrides the workflow's parameter of that
     * name.
     */
    public final J set(String parameter, String value) {
        parameters.put(Objects.requireNonNull(parameter), Objects.requireNonNull(value));
        return self();
    }

    /**
     * Sets the shuffle method of this job; the default is that of the workflow's parameter, else that of the nodes'
     * settings.
     */
    public final J shuffle(Shuffle method) {
        return set(Shuffle.PARAMETER, method.methodName());
    }

    /**
     * Sets how tasks of this job collect output without a combiner; the default is that of the workflow's parameter,
     * else that of the nodes' settings.
     */
    public final J grouping(Grouping grouping) {
        return set(Grouping.PARAMETER, grouping.settingName());
    }

    /**
     * Makes this job fail with TOO_LARGE instead of writing tuples to files when memory has no room for them: those of
     * its outputs that are temporary or {@linkplain TupleGroup#inMemory() in memory}, also while they wait in a
     * shuffle, and values that its tasks sort. Other outputs are stored in files as ever.
     */
    public final J memoryOnly() {
        return set(MEMORY_ONLY, "true");
    }

    /**
     * Returns the value of {@link #MEMORY_ONLY}.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it is neither true nor false
     */
    public static boolean isMemoryOnly(Map<String, String> parameters) {
        String text = parameters.getOrDefault(MEMORY_ONLY, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "parameter " + MEMORY_ONLY + " is '" + text + "'; it must be true or false");
        }
        return text.equals("true");
    }

    @Override
    public final String name() {
        return name;
    }

    /** Returns the group that {@link Emitter#emit} writes to. */
    public final TupleGroup<K2, V2> output() {
        return output;
    }

    @Override
    public final List<TupleGroup<?, ?>> outputs() {
        return List.copyOf(outputs);
    }

    @Override
    public final List<TupleGroup<?, ?>> sideGroups() {
        return List.copyOf(sideGroups);
    }

    @Override
    public final Map<String, String> parameters() {
        return Map.copyOf(parameters);
    }

    /** Returns the partitioner of {@link #output()}, or null for the hash of the key. */
    public final Partitioner<K2, V2> partitioner() {
        return partitioner;
    }

    /** Returns the combiner of {@link #output()}, or null. */
    public final Combiner<K2, V2> combiner() {
        return combiner;
    }

    /** Returns one of {@link #outputs()} with its partitioner and combiner. */
    public final Output<?, ?> outputAt(int index) {
        if (index == 0) {
            return new Output<>(output, partitioner, combiner);
        }
        TupleGroup<?, ?> group = outputs.get(index);
        if (ruled != null) { // a client of an earlier version sends none
            for (Output<?, ?> further : ruled) {
                if (further.group().name().equals(group.name())) {
                    return further;
                }
            }
        }
        return Output.of(group);
    }

    /**
     * Returns whether an output may depend on the grouping of values: if its {@linkplain Combiner#dependsOnGrouping
     * combiner} says so, or if it does not override that method (as a lambda cannot) and the values are of a type that
     * may be rounded.
     */
    public final boolean dependsOnGrouping() {
        for (int i = 0; i < outputs.size(); i++) {
            if (outputAt(i).dependsOnGrouping()) {
                return true;
            }
        }
        return false;
    }

    /** Returns how many failures of the functions one task may skip. */
    public final long maxSkipped() {
        return onError != null ? onError.skipped() : deadLetters != null ? Long.MAX_VALUE : 0;
    }

    final void setPlacedInputs(List<Partitioners.PlacedInput<?, ?>> newInputs) {
        placedInputs = new ArrayList<>(newInputs);
    }

    /** Returns the inputs that earlier jobs write with partitioners; set by {@link Workflow#jobs}. */
    public final List<Partitioners.PlacedInput<?, ?>> placedInputs() {
        // A client of an earlier version sends none.
        return placedInputs == null ? List.of() : List.copyOf(placedInputs);
    }

    /** Returns the group for tuples for which the functions throw, or null. */
    public final TupleGroup<Bytes, DeadLetter> deadLetters() {
        return deadLetters;
    }
}
