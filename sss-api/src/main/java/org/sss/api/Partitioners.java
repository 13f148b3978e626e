package org.sss.api;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The built-in partitioners. {@link #hash} and {@link #range} place all tuples of a key in one subgroup. The others may
 * place them in several, and a Reduce of such a group is called once per key in each of them.
 */
public final class Partitioners {
    private Partitioners() {}

    /** By the hash of the key bytes: the default. */
    public static <K, V> Partitioner<K, V> hash() {
        return new HashPartitioner<>();
    }

    /**
     * Each task, and each writer of a client, distributes its tuples over the subgroups in round-robin order, starting
     * with the subgroup of its own number, so that all subgroups get the same number of tuples ("average" in the
     * papers).
     */
    public static <K, V> Partitioner<K, V> roundRobin() {
        return new RoundRobin<>();
    }

    /**
     * Places tuples in the subgroup with the number of the one that the task reads: nothing leaves the node. Not for
     * writers of a client.
     */
    public static <K, V> Partitioner<K, V> local() {
        return new Shifted<>(0);
    }

    /**
     * Places tuples in the subgroup with the number of the one that the task reads plus {@code by}, modulo the subgroup
     * count. Not for writers of a client.
     */
    public static <K, V> Partitioner<K, V> shifted(int by) {
        return new Shifted<>(by);
    }

    /**
     * Partitions by ranges of keys: the subgroups in sequence contain all tuples in key order. The bounds are chosen
     * when the job starts, or the writer is opened, so that the tuples of {@code like} would be spread evenly. All
     * values of a key are in one subgroup.
     *
     * @param like a group with keys of the same type and a similar distribution: the input of the job, if it does not
     *     change keys
     */
    public static <K, V> Partitioner<K, V> range(TupleGroup<K, ?> like) {
        return new RangePartitioner<>(like);
    }

    /**
     * Describes a partitioner as it is written in code: {@code hash}, {@code roundRobin}, {@code local},
     * {@code shifted(2)}, {@code range(GROUP)}; other partitioners by their class, a lambda by the class that contains
     * it. Does not call user code.
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
        return partitioner instanceof RoundRobin
                ? "roundRobin"
                : described(partitioner.getClass().getName());
    }

    /** Returns whether each task has a partitioner of its own, which may place tuples by its state. */
    static boolean hasStateOfTask(Partitioner<?, ?> partitioner) {
        try {
            return partitioner
                            .getClass()
                            .getMethod("forTask", TaskContext.class)
                            .getDeclaringClass()
                    != Partitioner.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every partitioner has this method", e);
        }
    }

    private static String described(String className) {
        int lambda = className.indexOf("$$Lambda");
        return lambda < 0 ? className : "a function in " + className.substring(0, lambda);
    }

    /** Marks range partitioning; never called. The engine has the key bytes and the bounds. */
    public record RangePartitioner<K, V>(TupleGroup<K, ?> like) implements Partitioner<K, V> {
        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw new UnsupportedOperationException("the engine places tuples by ranges of the key bytes");
        }
    }

    /** Marks hash partitioning; never called. The engine has the key bytes. */
    public record HashPartitioner<K, V>() implements Partitioner<K, V> {
        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw new UnsupportedOperationException("the engine places tuples by the hash of the key bytes");
        }
    }

    /**
     * An input that an earlier job of the workflow writes with a partitioner of the user's. A task that reads a
     * subgroup key by key compares it with what the partitioner returns, since the answer must not depend on the
     * process. Immutable.
     *
     * @param group       as the earlier job writes it
     * @param combined    whether that job has a combiner, so that values are not those that the partitioner was given
     */
    public record PlacedInput<K, V>(TupleGroup<K, V> group, Partitioner<K, V> partitioner, boolean combined)
            implements Serializable {
        /** Sets these inputs of all jobs. */
        static void set(List<Job> jobs, List<Loop> loops) {
            // In its first iteration a loop reads a group of an unknown partitioner under such a name.
            Set<String> carried = loops.stream()
                    .flatMap(loop -> loop.carried().keySet().stream())
                    .collect(Collectors.toSet());
            for (int i = 0; i < jobs.size(); i++) {
                if (jobs.get(i) instanceof JobOptions<?, ?, ?> job) {
                    List<Job> earlier = jobs.subList(0, i);
                    job.setPlacedInputs(
                            job instanceof MapJob
                                    ? List.of()
                                    : job.inputs().stream()
                                            .filter(input -> !carried.contains(input.name()))
                                            .flatMap(
                                                    input -> earlier.stream().flatMap(writer -> written(writer, input)))
                                            .map(PlacedInput::of)
                                            .filter(PlacedInput::isChecked)
                                            .<PlacedInput<?, ?>>map(placed -> placed)
                                            .toList());
                }
            }
        }

        /** Returns the output of a job that has the name of the group, if there is one. */
        private static Stream<Output<?, ?>> written(Job writer, TupleGroup<?, ?> group) {
            return IntStream.range(0, writer.outputs().size())
                    .filter(i -> writer.outputs().get(i).name().equals(group.name()))
                    .mapToObj(((JobOptions<?, ?, ?>) writer)::outputAt);
        }

        private static <K, V> PlacedInput<K, V> of(Output<K, V> written) {
            return new PlacedInput<>(written.group(), written.partitioner(), written.combiner() != null);
        }

        /** A partitioner of its own for each task may place tuples by its state. */
        private boolean isChecked() {
            return partitioner != null
                    && !(partitioner instanceof HashPartitioner)
                    && !(partitioner instanceof RangePartitioner)
                    && !hasStateOfTask(partitioner);
        }

        /** Returns whether a job that reads the group with that declaration gets the same values as the partitioner. */
        public boolean givesTheSameValues(TupleGroup<?, ?> input) {
            Codec<?> one = group.values();
            Codec<?> other = input.values();
            return one.equals(other)
                    || one.getClass() == other.getClass() && one.name().equals(other.name());
        }
    }

    private record Shifted<K, V>(int by) implements Partitioner<K, V> {
        @Override
        public Partitioner<K, V> forTask(TaskContext context) {
            int to = Math.floorMod((long) context.task() + by, context.subgroupCount());
            return (key, value, subgroupCount) -> to;
        }

        @Override
        public Partitioner<K, V> forWriter(int writer, int subgroupCount) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the partitioner " + describe(this)
                            + " places tuples next to the input of their task, and a client has no such input; take "
                            + "hash(), range(...), roundRobin() or a function of key and value");
        }

        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw notInTask(this);
        }
    }

    private record RoundRobin<K, V>() implements Partitioner<K, V> {
        @Override
        public Partitioner<K, V> forTask(TaskContext context) {
            return forWriter(context.task(), context.subgroupCount());
        }

        @Override
        public Partitioner<K, V> forWriter(int writer, int subgroupCount) {
            return new Rounds<>(Math.floorMod(writer, subgroupCount));
        }

        @Override
        public int subgroup(K key, V value, int subgroupCount) {
            throw notInTask(this);
        }
    }

    /** State of one task or writer. */
    private static final class Rounds<K, V> implements Partitioner<K, V> {
        private static final long serialVersionUID = 1L;

        private int next;

        Rounds(int first) {
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
        return new IllegalStateException(
                Objects.toString(partitioner) + " places tuples inside of tasks only, see forTask");
    }
}
