package org.sss.benchmarks.programs;

import org.sss.api.Emitter;
import org.sss.api.Reducer;

/** Adds up the numbers of each key. */
final class Sum<K> implements Reducer<K, Long, K, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void reduce(K key, Iterable<Long> numbers, Emitter<K, Long> out) {
        long sum = 0;
        for (long number : numbers) {
            sum += number;
        }
        out.emit(key, sum);
    }
}
