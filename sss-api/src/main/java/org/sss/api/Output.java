package org.sss.api;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Set;

/**
 * A group that a job writes, with its partitioner and combiner, for {@link JobOptions#alsoTo(Output)} and
 * {@link ReduceJob#and(Output, Reducer)}. Immutable.
 *
 * <pre>{@code
 * workflow.map(log, users, mapper).alsoTo(Output.of(hosts).combine(Combiner.sumLong()));
 * }</pre>
 *
 * @param partitioner null for the hash of the key
 * @param combiner    combines values of equal keys before they are sent; null for none
 */
public record Output<K, V>(TupleGroup<K, V> group, Partitioner<K, V> partitioner, Combiner<K, V> combiner)
        implements Serializable {
    /** Types without rounding; others, such as records, may contain doubles. */
    private static final Set<Codec<?>> UNROUNDED =
            Set.of(Codecs.STRING, Codecs.LONG, Codecs.INT, Codecs.BYTES, Codecs.BYTE_ARRAY);

    public Output {
        Objects.requireNonNull(group, "output");
    }

    /** Returns the group with the hash of the key, and without a combiner. */
    public static <K, V> Output<K, V> of(TupleGroup<K, V> group) {
        return new Output<>(group, null, null);
    }

    /** Returns this with another partitioner. */
    public Output<K, V> partitionBy(Partitioner<K, V> newPartitioner) {
        return new Output<>(group, Objects.requireNonNull(newPartitioner), combiner);
    }

    /** Returns this with another combiner. */
    public Output<K, V> combine(Combiner<K, V> newCombiner) {
        return new Output<>(group, partitioner, Objects.requireNonNull(newCombiner));
    }

    /** Returns whether all tuples are in the subgroups of the hashes of their keys. */
    public boolean isHashed() {
        return partitioner == null || partitioner instanceof Partitioners.HashPartitioner;
    }

    /** As {@link JobOptions#dependsOnGrouping}. */
    boolean dependsOnGrouping() {
        return combiner != null
                && (combiner.dependsOnGrouping() || !UNROUNDED.contains(group.values()) && !declaresGrouping());
    }

    private boolean declaresGrouping() {
        try {
            Method declared = combiner.getClass().getMethod("dependsOnGrouping");
            return declared.getDeclaringClass() != Combiner.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every combiner has this method", e);
        }
    }
}
