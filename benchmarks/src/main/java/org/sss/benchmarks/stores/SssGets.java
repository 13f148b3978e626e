package org.sss.benchmarks.stores;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.sss.benchmarks.data.Checksum;
import org.sss.benchmarks.data.Lookups;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Parallel;
import org.sss.client.RawReader;

/** Point reads of one group: one after another, or many with each call. One thread calls. */
record SssGets(RawReader reader, Lookups lookups) {
    private static final int BATCH = 1000;

    Pass single() {
        Histogram latency = Latency.histogram();
        long start = System.nanoTime();
        long checksum = 0;
        long tuples = 0;
        for (int j = 0; j < lookups.count(); j++) {
            byte[] key = lookups.key(j);
            long before = System.nanoTime();
            List<byte[]> values = reader.get(key);
            Latency.record(latency, System.nanoTime() - before);
            checksum += checksum(key, values);
            tuples += values.size();
        }
        return new Pass(System.nanoTime() - start, tuples, checksum, Latency.of(latency));
    }

    Pass batches(int threads) throws Exception {
        Parallel.Outcome<SssStore.Part> outcome =
                Parallel.run(threads, i -> part(lookups.start(i, threads), lookups.start(i + 1, threads)));
        return SssStore.Part.pass(System.nanoTime() - outcome.startNanos(), outcome.results());
    }

    private SssStore.Part part(int from, int to) {
        Histogram latency = Latency.histogram();
        long tuples = 0;
        long checksum = 0;
        for (int first = from; first < to; first += BATCH) {
            List<byte[]> keys = keys(first, Math.min(to, first + BATCH));
            long before = System.nanoTime();
            List<List<byte[]>> answers = reader.getAll(keys);
            Latency.record(latency, System.nanoTime() - before);
            for (int k = 0; k < keys.size(); k++) {
                checksum += checksum(keys.get(k), answers.get(k));
                tuples += answers.get(k).size();
            }
        }
        return new SssStore.Part(tuples, checksum, latency);
    }

    private List<byte[]> keys(int from, int to) {
        List<byte[]> keys = new ArrayList<>(to - from);
        for (int j = from; j < to; j++) {
            keys.add(lookups.key(j));
        }
        return keys;
    }

    private static long checksum(byte[] key, List<byte[]> values) {
        long sum = 0;
        for (byte[] value : values) {
            sum += Checksum.of(key, 0, key.length, value, 0, value.length);
        }
        return sum;
    }
}
