package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jobs of a workflow as they run: where a job writes for an aggregate alone, it folds the values of a key as far as that can be
 * done before they are sent. The jobs that it is given are not changed. One thread.
 *
 * <pre>
 *   job --values--> parts --> aggregate      sums, extremes        the job, of any kind, gets their combiner
 *   map --values--> parts --> aggregate      counts, means, top k,
 *                                            sketches              parts holds accumulators, the Map gets a combiner of these
 *                                            distinct values       the Map leaves out what it has just emitted
 * </pre>
 *
 * An aggregate may read the group with another codec, such as that of bytes; then the job before has objects that it does not know,
 * and that may be in another order or none. Repeats are told by their bytes, which are the same.
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
            if (given.get(i) instanceof ReduceJob<?, ?, ?, ?> reduce && reduce.aggregator() != null && endsWithItsFailure(reduce)
                    && reduce.further().isEmpty()) {
                foldBefore(i, reduce);
            }
        }
        return List.copyOf(jobs);
    }

    /** One that skips keys for which the aggregator throws does so where it is called for keys, and not for tuples of the Map. */
    private static boolean endsWithItsFailure(ReduceJob<?, ?, ?, ?> reduce) {
        return reduce.maxSkipped() == 0;
    }

    private void foldBefore(int place, ReduceJob<?, ?, ?, ?> reduce) {
        for (int i = 0; i < place; i++) {
            if (given.get(i) instanceof JobOptions<?, ?, ?> job && job.output().name().equals(reduce.input().name()) && isForOneReader(job)) {
                fold(i, job, place, reduce);
            }
        }
    }

    /** Whether nobody can tell what is between the job and who reads it. */
    private boolean isForOneReader(JobOptions<?, ?, ?> job) {
        String group = job.output().name();
        long readers = given.stream().flatMap(reader -> Stream.concat(reader.inputs().stream(), reader.sideGroups().stream()))
                .filter(input -> input.name().equals(group)).count();
        boolean carried = loops.stream().anyMatch(loop -> loop.carried().containsKey(group) || loop.carried().containsValue(group));
        return readers == 1 && !carried && job.output().temporary() && job.combiner() == null && job.partitioner() == null;
    }

    /** The reduce reads what the job writes, so their types are the same; {@link Workflow#check} sees to that. */
    @SuppressWarnings("unchecked")
    private <K, V, R> void fold(int place, JobOptions<?, ?, ?> anyJob, int reducePlace, ReduceJob<?, ?, ?, ?> anyReduce) {
        JobOptions<K, V, ?> job = (JobOptions<K, V, ?>) anyJob;
        ReduceJob<K, V, K, R> reduce = (ReduceJob<K, V, K, R>) anyReduce;
        boolean sameObjects = job.output().values().equals(reduce.input().values());
        Combiner<K, V> combiner = sameObjects ? reduce.aggregator().combiner(reduce.input().values()) : null;
        if (combiner != null) {
            combine(place, job, combiner);
        } else if (anyJob instanceof MapJob<?, ?> map) {
            accumulate(place, (MapJob<K, V>) map, reducePlace, reduce, sameObjects);
        }
    }

    /** Where results of an aggregate are aggregated once more, a combiner would have next to nothing to fold. */
    private <K, V> void combine(int place, JobOptions<K, V, ?> job, Combiner<K, V> combiner) {
        if (!(job instanceof ReduceJob<?, ?, ?, ?> reduce && reduce.emitsResults())) {
            jobs.set(place, job.copyCombinedBy(combiner));
        }
    }

    private <K, V, R> void accumulate(int mapPlace, MapJob<K, V> map, int reducePlace, ReduceJob<K, V, K, R> reduce, boolean sameObjects) {
        Aggregator<V, ?, R> aggregator = reduce.aggregator();
        if (aggregator.ignoresRepeats()) {
            jobs.set(mapPlace, map.copyWithoutRepeats());
        } else if (aggregator.mergesEarly() && sameObjects && keepsWhatCanBeStored(map, reduce, aggregator) && !reduce.ordersValues()) {
            merge(mapPlace, map, reducePlace, reduce, aggregator);
        }
    }

    /** Values that are kept are checked as the Map encodes them, and stored as the results are. */
    private static boolean keepsWhatCanBeStored(MapJob<?, ?> map, ReduceJob<?, ?, ?, ?> reduce, Aggregator<?, ?, ?> aggregator) {
        return !(aggregator instanceof Keeping) || map.output().values().equals(reduce.output().values());
    }

    private <K, V, A, R> void merge(int mapPlace, MapJob<K, V> map, int reducePlace, ReduceJob<K, V, K, R> reduce,
            Aggregator<V, A, R> aggregator) {
        Codec<A> accumulators = aggregator.accumulators(reduce.output().values());
        jobs.set(mapPlace, map.copyAccumulating(aggregator, accumulators));
        jobs.set(reducePlace, reduce.copyReading(accumulators, new PartialAggregates.Merging<>(aggregator, accumulators)));
    }
}
