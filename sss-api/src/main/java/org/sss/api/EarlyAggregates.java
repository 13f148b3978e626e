package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jobs of a workflow as they run: where a Map writes for an aggregate alone, it folds the values of a key as far as that can be
 * done before they are sent. The jobs that it is given are not changed. One thread.
 *
 * <pre>
 *   map --values--> parts --> aggregate      sums, extremes        the Map gets their combiner
 *                                            counts, means, top k,
 *                                            sketches              parts holds accumulators, the Map gets a combiner of these
 *                                            distinct values       the Map leaves out what it has just emitted
 * </pre>
 *
 * An aggregate may read the group with another codec, such as that of bytes; then the Map has objects that it does not know, and that
 * may be in another order or none. Repeats are told by their bytes, which are the same.
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
            if (given.get(i) instanceof MapJob<?, ?> map && map.output().name().equals(reduce.input().name()) && isForOneReader(map)) {
                fold(i, map, place, reduce);
            }
        }
    }

    /** Whether nobody can tell what is between the Map and who reads it. */
    private boolean isForOneReader(MapJob<?, ?> map) {
        String group = map.output().name();
        long readers = given.stream().flatMap(job -> Stream.concat(job.inputs().stream(), job.sideGroups().stream()))
                .filter(input -> input.name().equals(group)).count();
        boolean carried = loops.stream().anyMatch(loop -> loop.carried().containsKey(group) || loop.carried().containsValue(group));
        return readers == 1 && !carried && map.output().temporary() && map.combiner() == null && map.partitioner() == null;
    }

    /** The reduce reads what the map writes, so their types are the same; {@link Workflow#check} sees to that. */
    @SuppressWarnings("unchecked")
    private <K, V, R> void fold(int mapPlace, MapJob<?, ?> anyMap, int reducePlace, ReduceJob<?, ?, ?, ?> anyReduce) {
        MapJob<K, V> map = (MapJob<K, V>) anyMap;
        ReduceJob<K, V, K, R> reduce = (ReduceJob<K, V, K, R>) anyReduce;
        Aggregator<V, ?, R> aggregator = reduce.aggregator();
        boolean sameObjects = map.output().values().equals(reduce.input().values());
        Combiner<K, V> combiner = sameObjects ? aggregator.combiner(reduce.input().values()) : null;
        if (combiner != null) {
            jobs.set(mapPlace, map.copyCombinedBy(combiner));
        } else if (aggregator.ignoresRepeats()) {
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
