package org.sss.benchmarks.jobs;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/**
 * Programs that add up numbers under few keys, which are known before: pieces of a file come in, one number for each key goes out.
 * Parameter {@code sums} says where the mapper's numbers are added up: {@code array}, in one of its own, which it emits at its end;
 * {@code hash}, in the combiner; {@code none}: nowhere, so that each goes to Reduce by itself, collected as parameter
 * {@code grouping} says. One thread at a time.
 */
abstract class ArrayCounts implements SssProgram {
    static final TupleGroup<Long, Bytes> PIECES = FixedRecords.group("pieces");
    private static final TupleGroup<Integer, Long> PARTS =
            TupleGroup.of("parts", Codecs.INT, Codecs.LONG).asTemporary().replacing();
    private static final TupleGroup<Integer, Long> SUMS = TupleGroup.of("sums", Codecs.INT, Codecs.LONG);

    private final int keys;

    ArrayCounts(int keys) {
        this.keys = keys;
    }

    /** Adds up in an array. */
    interface Counter extends Serializable {
        void count(byte[] bytes, int begin, int end, long[] sums);
    }

    /** Emits. */
    interface Emission extends Serializable {
        void emit(byte[] bytes, int begin, int end, Emitter<Integer, Long> out);
    }

    abstract Counter counter();

    abstract Emission emission();

    abstract String name(int key);

    /** Whether a key without any number is in the answer. */
    boolean showsZeros() {
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        String sums = workload.parameter("sums", "array");
        Workflow workflow = Workflow.named(workload.name());
        MapJob<Integer, Long> map = workflow.map(PIECES, PARTS,
                Timed.map(sums.equals("array") ? new InArray(counter(), keys) : new Each(emission())));
        if (sums.equals("hash")) {
            map.combine(Combiner.sumLong());
        }
        workflow.reduce(PARTS, SUMS.replacing(), Timed.reduce((key, parts, out) -> {
            long sum = 0;
            for (long part : parts) {
                sum += part;
            }
            out.emit(key, sum);
        }));
        return Phases.of(client.run(workflow));
    }

    @Override
    public String digest(SssClient client) {
        long[] sums = new long[keys];
        try (var scan = client.scan(SUMS)) {
            scan.forEach(entry -> sums[entry.getKey()] = entry.getValue());
        }
        LineDigest digest = new LineDigest();
        for (int key = 0; key < keys; key++) {
            if (showsZeros() || sums[key] != 0) {
                digest.add(name(key) + "\t" + sums[key]);
            }
        }
        return digest.digest();
    }

    private static final class InArray implements Mapper<Long, Bytes, Integer, Long> {
        private static final long serialVersionUID = 1L;
        private final Counter counter;
        private final long[] sums;

        InArray(Counter counter, int keys) {
            this.counter = counter;
            sums = new long[keys];
        }

        @Override
        public void map(Long position, Bytes piece, Emitter<Integer, Long> out) {
            counter.count(piece.array(), piece.offset(), piece.offset() + piece.length(), sums);
        }

        @Override
        public void close(Emitter<Integer, Long> out) {
            for (int key = 0; key < sums.length; key++) {
                if (sums[key] != 0) {
                    out.emit(key, sums[key]);
                }
            }
            Arrays.fill(sums, 0);
        }
    }

    private record Each(Emission emission) implements Mapper<Long, Bytes, Integer, Long> {
        @Override
        public void map(Long position, Bytes piece, Emitter<Integer, Long> out) {
            emission.emit(piece.array(), piece.offset(), piece.offset() + piece.length(), out);
        }
    }
}
