package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Optimizes the jobs of a workflow: if an aggregate is the only reader of a job's output, the job combines the values
 * of a key before they are sent, as far as possible. The given jobs are not modified. Not thread-safe.
 *
 * <pre>
 *   job --values--> group --> aggregate      sums, extremes        the job, of any kind, gets their combiner
 *   map --values--> group --> aggregate      counts, means, top k,
 *                                            sketches              the group has accumulators, the Map gets a combiner of these
 *                                            distinct values       the Map omits recently emitted tuples
 * </pre>
 *
 * An aggregate may read the group with another codec, such as that of bytes. The objects of the job before are then of
 * another type and may have another order, or none. Repeats are detected by their bytes, which are the same.
 */
final class EarlyAggregates {
    private final List<Job> given;
    private final List<Loop> loops;
    private final List<Job> jobs;

    EarlyAggregates(List<Job> given, List<Loop> loops) {
        this.given = given;
        this.loops = loops;
        jobs = new ArrayList<>(given);
    }

    List<Job> jobs() {
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i) instanceof ReduceJob<?, ?, ?, ?> reduce
                    && reduce.aggregator() != null
                    && endsWithItsFailure(reduce)
                    && reduce.further().isEmpty()) {
                foldBefore(i, reduce);
            }
        }
        return List.copyOf(jobs);
    }

    /**
     * A reduce that skips failed keys must call the aggregator itself: in the Map, a failure would skip a tuple
     * instead.
     */
    private static boolean endsWithItsFailure(ReduceJob<?, ?, ?, ?> reduce) {
        return reduce.maxSkipped() == 0;
    }

    private void foldBefore(int index, ReduceJob<?, ?, ?, ?> reduce) {
        for (int i = 0; i < index; i++) {
            if (given.get(i) instanceof JobOptions<?, ?, ?> job
                    && job.output().name().equals(reduce.input().name())
                    && isForOneReader(job)) {
                fold(i, job, index, reduce);
            }
        }
    }

    /** Returns whether only the reduce reads the output of the job, so that its format may be changed. */
    private boolean isForOneReader(JobOptions<?, ?, ?> job) {
        String group = job.output().name();
        long readers = given.stream()
                .flatMap(reader -> Stream.concat(reader.inputs().stream(), reader.sideGroups().stream()))
                .filter(input -> input.name().equals(group))
                .count();
        boolean carried = loops.stream()
                .anyMatch(loop ->
                        loop.carried().containsKey(group) || loop.carried().containsValue(group));
        return readers == 1
                && !carried
                && job.output().temporary()
                && job.combiner() == null
                && job.partitioner() == null;
    }

    /** The reduce reads what the job writes, so their types are equal; {@link Workflow#check} ensures that. */
    @SuppressWarnings("unchecked")
    private <K, V, R> void fold(
            int index, JobOptions<?, ?, ?> anyJob, int reduceIndex, ReduceJob<?, ?, ?, ?> anyReduce) {
        JobOptions<K, V, ?> job = (JobOptions<K, V, ?>) anyJob;
        ReduceJob<K, V, K, R> reduce = (ReduceJob<K, V, K, R>) anyReduce;
        boolean sameObjects = job.output().values().equals(reduce.input().values());
        Combiner<K, V> combiner =
                sameObjects ? reduce.aggregator().combiner(reduce.input().values()) : null;
        if (combiner != null) {
            combine(index, job, combiner);
        } else if (anyJob instanceof MapJob<?, ?> map) {
            accumulate(index, (MapJob<K, V>) map, reduceIndex, reduce, sameObjects);
        }
    }

    /** If results of an aggregate are aggregated again, a combiner would have almost nothing to combine. */
    private <K, V> void combine(int index, JobOptions<K, V, ?> job, Combiner<K, V> combiner) {
        if (!(job instanceof ReduceJob<?, ?, ?, ?> reduce && reduce.emitsResults())) {
            jobs.set(index, job.copyCombinedBy(combiner));
        }
    }

    private <K, V, R> void accumulate(
            int mapIndex, MapJob<K, V> map, int reduceIndex, ReduceJob<K, V, K, R> reduce, boolean sameObjects) {
        Aggregator<V, ?, R> aggregator = reduce.aggregator();
        if (aggregator.ignoresRepeats()) {
            jobs.set(mapIndex, map.copyWithoutRepeats());
        } else if (aggregator.mergesEarly()
                && sameObjects
                && keepsWhatCanBeStored(map, reduce, aggregator)
                && !reduce.ordersValues()) {
            merge(mapIndex, map, reduceIndex, reduce, aggregator);
        }
    }

    /** Retained values are checked with the codec of the Map, and stored with the codec of the results. */
    private static boolean keepsWhatCanBeStored(
            MapJob<?, ?> map, ReduceJob<?, ?, ?, ?> reduce, Aggregator<?, ?, ?> aggregator) {
        return !(aggregator instanceof RetainingAggregator)
                || map.output().values().equals(reduce.output().values());
    }

    private <K, V, A, R> void merge(
            int mapIndex,
            MapJob<K, V> map,
            int reduceIndex,
            ReduceJob<K, V, K, R> reduce,
            Aggregator<V, A, R> aggregator) {
        Codec<A> accumulators = aggregator.accumulators(reduce.output().values());
        jobs.set(mapIndex, map.copyAccumulating(aggregator, accumulators));
        jobs.set(
                reduceIndex,
                reduce.copyReading(accumulators, new PartialAggregates.Merging<>(aggregator, accumulators)));
    }
}
