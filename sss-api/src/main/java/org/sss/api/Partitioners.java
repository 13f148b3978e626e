package org.sss.api;

import java.util.Objects;

/**
 * The partitioners that come with SSS. {@link #hash} and {@link #range} keep all tuples of a key in one subgroup. With the others they
 * may get into several, and a Reduce of such a group sees such a key once in each of them.
 */
public final class Partitioners {
    private Partitioners() {
    }

    /** By the hash of the key bytes: the default. */
    public static <K, V> Partitioner<K, V> hash() {
        return new HashPartitioner<>();
    }

    /**
     * Each task gives its tuples to the subgroups in turn, beginning with that of its own number, so that all subgroups get
     * equally many ("average" in the papers).
     */
    public static <K, V> Partitioner<K, V> roundRobin() {
        return new RoundRobin<>();
    }

    /** Into the subgroup of the same number as the one that the task reads: nothing leaves the node. */
    public static <K, V> Partitioner<K, V> local() {
        return new Shifted<>(0);
    }

    /** Into the subgroup whose number is that of the one that the task reads plus {@code by}, around the end. */
    public static <K, V> Partitioner<K, V> shifted(int by) {
        return new Shifted<>(by);
    }

    /**
     * By ranges of keys in their order: the subgroups one after another are all tuples in order. The bounds are chosen, when the
     * job begins, so that the tuples of {@code like} would be spread evenly; all values of a key are in one subgroup.
     *
     * @param like has keys of the same type, distributed alike: the input of the job, for one that keeps the keys
     */
    public static <K, V> Partitioner<K, V> range(TupleGroup<K, ?> like) {
        return new RangePartitioner<>(like);
    }

    /**
     * What a job was told to place its tuples by, as it is written in code: {@code hash}, {@code roundRobin}, {@code local},
     * {@code shifted(2)}, {@code range(GROUP)}; of other partitioners the class, or that which a lambda is in. Calls nothing of the user.
     *
     * @param partitioner null for {@link #hash}
     */
    public static String describe(Partitioner<?, ?> partitioner) {
        if (partitioner == null || partitioner instanceof HashPartitioner) {
            return "hash";
        } else if (partitioner instanceof RangePartitioner<?, ?> range) {
            return "range(" + range.like().name() + ")";
        } else if (partitioner instanceof Shifted<?, ?> shifted) {
            return shifted.by == 0 ? "local" : "shifted(" + shifted.by + ")";
        }
        return partitioner instanceof RoundRobin ? "roundRobin" : described(partitioner.getClass().getName());
    }

    private static String described(String className) {
        int lambda = className.indexOf("$$Lambda");
        return lambda < 0 ? className : "a function in " + className.substring(0, lambda);
    }

    /** Recognised by the engine, which has the key bytes and the bounds; it is not called. */
    public record RangePartitioner<K, V>(TupleGroup<K, ?> like) implements Partitioner<K, V> {
        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw new UnsupportedOperationException("the engine places tuples by ranges of the key bytes");
        }
    }

    /** Recognised by the engine, which has the key bytes; it is not called. */
    public record HashPartitioner<K, V>() implements Partitioner<K, V> {
        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw new UnsupportedOperationException("the engine places tuples by the hash of the key bytes");
        }
    }

    private record Shifted<K, V>(int by) implements Partitioner<K, V> {
        @Override
        public Partitioner<K, V> forTask(TaskContext context) {
            int to = Math.floorMod((long) context.task() + by, context.subgroupCount());
            return (key, value, subgroupCount) -> to;
        }

        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw notInTask(this);
        }
    }

    private record RoundRobin<K, V>() implements Partitioner<K, V> {
        @Override
        public Partitioner<K, V> forTask(TaskContext context) {
            return new Turns<>(Math.floorMod(context.task(), context.subgroupCount()));
        }

        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw notInTask(this);
        }
    }

    /** Of one task. */
    private static final class Turns<K, V> implements Partitioner<K, V> {
        private static final long serialVersionUID = 1L;

        private int next;

        Turns(int first) {
            next = first;
        }

        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            int subgroup = next;
            next = subgroup + 1 == subgroupCount ? 0 : subgroup + 1;
            return subgroup;
        }
    }

    private static IllegalStateException notInTask(Object partitioner) {
        return new IllegalStateException(Objects.toString(partitioner) + " places tuples inside of tasks only, see forTask");
    }
}
