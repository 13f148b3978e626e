package org.sss.api;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An input that an earlier job of the workflow writes with a partitioner of the user's. A task that reads a subgroup key
 * by key compares it with what the partitioner returns, since the answer must not depend on the process. Immutable.
 *
 * @param group       as the earlier job writes it
 * @param combined    whether that job has a combiner, so that values are not those that the partitioner was given
 */
public record PlacedInput<K, V>(TupleGroup<K, V> group, Partitioner<K, V> partitioner, boolean combined) implements Serializable {
    /** Sets these inputs of all jobs. */
    static void set(List<Job> jobs, List<Loop> loops) {
        // In its first iteration a loop reads a group of an unknown partitioner under such a name.
        Set<String> carried = loops.stream().flatMap(loop -> loop.carried().keySet().stream()).collect(Collectors.toSet());
        for (int i = 0; i < jobs.size(); i++) {
            if (jobs.get(i) instanceof JobOptions<?, ?, ?> job) {
                List<Job> earlier = jobs.subList(0, i);
                job.setPlacedInputs(job instanceof MapJob ? List.of() : job.inputs().stream().filter(input -> !carried.contains(input.name()))
                        .flatMap(input -> earlier.stream().filter(writer -> writes(writer, input))).map(PlacedInput::of).filter(PlacedInput::isChecked)
                        .<PlacedInput<?, ?>>map(placed -> placed).toList());
            }
        }
    }

    private static boolean writes(Job writer, TupleGroup<?, ?> group) {
        return writer instanceof JobOptions<?, ?, ?> options && options.output().name().equals(group.name());
    }

    private static PlacedInput<?, ?> of(Job writer) {
        return of((JobOptions<?, ?, ?>) writer);
    }

    private static <K, V> PlacedInput<K, V> of(JobOptions<K, V, ?> writer) {
        return new PlacedInput<>(writer.output(), writer.partitioner(), writer.combiner() != null);
    }

    /** A partitioner of its own for each task may place tuples by its state. */
    private boolean isChecked() {
        return partitioner != null && !(partitioner instanceof Partitioners.HashPartitioner) && !(partitioner instanceof Partitioners.RangePartitioner)
                && !Partitioners.hasStateOfTask(partitioner);
    }

    /** Returns whether a job that reads the group with that declaration gets the same values as the partitioner. */
    public boolean givesTheSameValues(TupleGroup<?, ?> input) {
        Codec<?> one = group.values();
        Codec<?> other = input.values();
        return one.equals(other) || one.getClass() == other.getClass() && one.name().equals(other.name());
    }
}
