package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What all kinds of jobs have. {@code J} is the kind itself, which each method returns. Built by one thread. */
public abstract sealed class JobOptions<K2, V2, J extends JobOptions<K2, V2, J>> implements Job
        permits MapJob, ReduceJob, CoGroupJob {
    private static final long serialVersionUID = 1L;

    /** Values of other types, such as records, may have doubles within. */
    private static final Set<Codec<?>> UNROUNDED = Set.of(Codecs.STRING, Codecs.LONG, Codecs.INT, Codecs.BYTES, Codecs.BYTE_ARRAY);

    private String name;
    private final TupleGroup<K2, V2> output;
    private final ArrayList<TupleGroup<?, ?>> outputs = new ArrayList<>();
    private final ArrayList<TupleGroup<?, ?>> sideGroups = new ArrayList<>();
    private final TreeMap<String, String> parameters = new TreeMap<>();
    private Partitioner<K2, V2> partitioner;
    private Combiner<K2, V2> combiner;
    private OnError onError;
    private TupleGroup<Bytes, DeadLetter> deadLetters;

    JobOptions(String name, TupleGroup<K2, V2> output) {
        this.name = name;
        this.output = Objects.requireNonNull(output, "output");
        outputs.add(output);
    }

    /** As another job, but for where the tuples go, and what is done with them on the way. */
    JobOptions(JobOptions<?, ?, ?> like, TupleGroup<K2, V2> output, Partitioner<K2, V2> partitioner, Combiner<K2, V2> combiner) {
        this(like.name, output);
        outputs.addAll(like.outputs.subList(1, like.outputs.size()));
        sideGroups.addAll(like.sideGroups);
        parameters.putAll(like.parameters);
        this.partitioner = partitioner;
        this.combiner = combiner;
        onError = like.onError;
        deadLetters = like.deadLetters;
    }

    abstract J self();

    /** A copy without a partitioner that has the combiner. */
    abstract J copyCombinedBy(Combiner<K2, V2> newCombiner);

    /** Gives the job another name than its number; the rule is that of {@linkplain TupleGroup#name() groups}. */
    public final J named(String newName) {
        name = Names.check("job", newName);
        return self();
    }

    /** Places the tuples of {@link #output()} by another rule than the hash of the key. */
    public final J partitionBy(Partitioner<K2, V2> newPartitioner) {
        partitioner = Objects.requireNonNull(newPartitioner);
        if (newPartitioner instanceof Partitioners.RangePartitioner<K2, V2> range) {
            checkSampled(range.like());
            sideGroups.add(range.like());
        }
        return self();
    }

    /** Folds values of equal keys of {@link #output()} where they are emitted, before they are sent. Other outputs have no combiner. */
    public final J combine(Combiner<K2, V2> newCombiner) {
        combiner = Objects.requireNonNull(newCombiner);
        return self();
    }

    private void checkSampled(TupleGroup<?, ?> like) {
        if (!like.keys().name().equals(output.keys().name())) {
            throw new SssException(ErrorCode.TYPE_MISMATCH, "job '" + name + "' places keys of type '" + output.keys().name()
                    + "' by ranges of those of group '" + like.name() + "', which are of type '" + like.keys().name() + "'");
        }
    }

    /**
     * Lets the functions write to one more group, through {@link Emitter#to}. It has no combiner and no partitioner, whatever is said of
     * {@link #output()}.
     */
    public final J alsoTo(TupleGroup<?, ?> group) {
        outputs.add(Objects.requireNonNull(group));
        return self();
    }

    /** Says what becomes of tuples for which the functions throw; without it, the job fails. */
    public final J onError(OnError newPolicy) {
        onError = Objects.requireNonNull(newPolicy);
        return self();
    }

    /**
     * Writes tuples for which the functions throw to a group, see {@link DeadLetter#group}; the job goes on, after any number of
     * them or as many as {@link #onError} says.
     */
    public final J deadLetters(TupleGroup<Bytes, DeadLetter> group) {
        deadLetters = Objects.requireNonNull(group);
        return alsoTo(group);
    }

    /** Lets the functions look into a group, through {@link TaskContext#side}. */
    public final J with(TupleGroup<?, ?> group) {
        sideGroups.add(Objects.requireNonNull(group));
        return self();
    }

    /** Sets what {@link TaskContext#parameter} gives in this job, in place of a parameter of the workflow. */
    public final J set(String parameter, String value) {
        parameters.put(Objects.requireNonNull(parameter), Objects.requireNonNull(value));
        return self();
    }

    @Override
    public final String name() {
        return name;
    }

    /** The group of {@link Emitter#emit}. */
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

    /** The partitioner of {@link #output()}, or null for the hash of the key. */
    public final Partitioner<K2, V2> partitioner() {
        return partitioner;
    }

    /** The combiner of {@link #output()}, or null. */
    public final Combiner<K2, V2> combiner() {
        return combiner;
    }

    /**
     * Whether the output may depend on which values are folded with which: where the {@linkplain Combiner#dependsOnGrouping combiner}
     * says so, and also where it does not say anything, as a lambda cannot, unless the values are of a type in which nothing is rounded.
     */
    public final boolean dependsOnGrouping() {
        return combiner != null && (combiner.dependsOnGrouping() || !UNROUNDED.contains(output.values()) && !saysItself(combiner));
    }

    private static boolean saysItself(Combiner<?, ?> combiner) {
        try {
            return combiner.getClass().getMethod("dependsOnGrouping").getDeclaringClass() != Combiner.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("each combiner has it", e);
        }
    }

    /** How many failures of the functions one task may skip. */
    public final long maxSkipped() {
        return onError != null ? onError.skipped() : deadLetters != null ? Long.MAX_VALUE : 0;
    }

    /** Where tuples go for which the functions throw, or null. */
    public final TupleGroup<Bytes, DeadLetter> deadLetters() {
        return deadLetters;
    }
}
