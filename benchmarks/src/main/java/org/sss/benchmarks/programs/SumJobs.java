package org.sss.benchmarks.programs;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.synthetic.Emission;
import org.sss.client.SssClient;

/**
 * Programs that sum numbers by few keys, which are known before: pieces of a file come in, one number for each key goes
 * out. Parameter {@code sums} says where the mapper's numbers are summed: {@code array}, in one of its own, which it
 * emits at its end; {@code hash}, in the combiner; {@code none}: nowhere, so that each goes to Reduce by itself,
 * collected as parameter {@code grouping} says. One thread at a time.
 */
record SumJobs(List<String> keys, boolean showsZeros, Loading loading, Counter counter, Emission emission)
        implements SssProgram {
    static final List<String> MOMENTS = List.of("n", "SX", "SY", "SXX", "SYY", "SXY");
    static final int COLORS = 768;
    private static final TupleGroup<Long, Bytes> PIECES = FixedRecords.group("pieces");
    private static final TupleGroup<Integer, Long> PARTS =
            TupleGroup.of("parts", Codecs.INT, Codecs.LONG).asTemporary().replacing();
    private static final TupleGroup<Integer, Long> SUMS = TupleGroup.of("sums", Codecs.INT, Codecs.LONG);
    private static final Long ONE = 1L;

    /** Imports the pieces of a file. */
    private interface Loading {
        void load(SssClient client, Workload workload) throws IOException;
    }

    /** Adds the numbers of {@code bytes[start, end)} in an array. */
    private interface Counter extends Serializable {
        void count(byte[] bytes, int start, int end, long[] sums);
    }

    /** Emits them. */
    private interface Emission extends Serializable {
        void emit(byte[] bytes, int start, int end, Emitter<Integer, Long> out);
    }

    /** How often each value of each channel of an image occurs. */
    static SumJobs histogram() {
        return new SumJobs(
                IntStream.range(0, COLORS).mapToObj(Integer::toString).toList(),
                false,
                (client, workload) -> ChunkedFile.load(client, workload.input(), RecordInputs.HEADER_BYTES, PIECES),
                Kernels::countColors,
                (bytes, start, end, out) -> {
                    for (int i = start; i + 2 < end; i += RecordInputs.PIXEL_BYTES) {
                        out.emit(bytes[i] & 0xFF, ONE);
                        out.emit(256 + (bytes[i + 1] & 0xFF), ONE);
                        out.emit(512 + (bytes[i + 2] & 0xFF), ONE);
                    }
                });
    }

    /** The sums over points that a line through them is made of. */
    static SumJobs regression() {
        return new SumJobs(
                MOMENTS,
                true,
                (client, workload) -> ChunkedFile.load(client, workload.input(), 0, PIECES),
                Kernels::addMoments,
                (bytes, start, end, out) -> {
                    for (int i = start; i + 1 < end; i += 2) {
                        long x = bytes[i];
                        long y = bytes[i + 1];
                        out.emit(0, ONE);
                        out.emit(1, x);
                        out.emit(2, y);
                        out.emit(3, x * x);
                        out.emit(4, y * y);
                        out.emit(5, x * y);
                    }
                });
    }

    /** How many lines are one of four words. */
    static SumJobs match() {
        Kernels.Needles needles = Kernels.Needles.of(LineInputs.NEEDLES);
        return new SumJobs(
                LineInputs.NEEDLES,
                true,
                (client, workload) -> ChunkedFile.loadLines(client, workload.input(), PIECES),
                (bytes, start, end, sums) -> Kernels.countNeedles(bytes, start, end, needles, sums),
                (bytes, start, end, out) -> {
                    int word = start;
                    for (int i = start; i < end; i++) {
                        if (bytes[i] == '\n') {
                            int needle = needles.find(bytes, word, i);
                            if (needle >= 0) {
                                out.emit(needle, ONE);
                            }
                            word = i + 1;
                        }
                    }
                });
    }

    @Override
    public boolean load(SssClient client, Workload workload) throws IOException {
        loading.load(client, workload);
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        String sums = workload.parameter("sums", "array");
        Workflow workflow = Workflow.named(workload.name());
        MapJob<Integer, Long> map = workflow.map(
                PIECES, PARTS, sums.equals("array") ? new InArray(counter, keys.size()) : new Each(emission));
        if (sums.equals("hash")) {
            map.combine(Combiner.sumLong());
        }
        workflow.reduce(PARTS, SUMS.replacing(), new Sum<>());
        return Phases.of(client.run(workflow));
    }

    @Override
    public String digest(SssClient client) {
        long[] sums = new long[keys.size()];
        try (var scan = client.scan(SUMS)) {
            scan.forEach(entry -> sums[entry.getKey()] = entry.getValue());
        }
        LineDigest digest = new LineDigest();
        for (int key = 0; key < sums.length; key++) {
            if (showsZeros || sums[key] != 0) {
                digest.add(keys.get(key) + "\t" + sums[key]);
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
