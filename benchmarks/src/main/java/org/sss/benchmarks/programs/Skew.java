package org.sss.benchmarks.programs;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.LongCodec;
import org.sss.api.Mapper;
import org.sss.api.Partitioner;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.client.GroupWriter;
import org.sss.client.Scan;
import org.sss.client.SssClient;

/**
 * Makes values of 1 KiB under random keys, and sends them to subgroups whose sizes follow a Zipf distribution; Reduce
 * reads them and adds up one number of each. So its time is that of reading blocks. All is seeded: the answer depends
 * on the number of bytes alone. One thread at a time.
 */
public final class Skew implements SssProgram {
    private static final String BYTES = "bytes";
    private static final String SKEW = "skew";
    private static final int VALUE_BYTES = 1024;
    private static final int KEYS = 1 << 16;
    /** Tuples of the input: each makes as many values as the others. */
    private static final int CHUNKS = 256;

    private static final long SEED = 4;
    private static final TupleGroup<Long, Long> CHUNK_GROUP = TupleGroup.of("chunks", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Bytes> VALUES =
            TupleGroup.of("values", Codecs.LONG, Codecs.BYTES).asTemporary().replacing();
    private static final TupleGroup<Long, Long> SUMS =
            TupleGroup.of("sums", Codecs.LONG, Codecs.LONG).replacing();

    private final long perChunk;
    private final double exponent;

    private Skew(long perChunk, double exponent) {
        this.perChunk = perChunk;
        this.exponent = exponent;
    }

    static Skew of(Workload workload) {
        return new Skew(
                perChunk(Long.parseLong(workload.parameter(BYTES, "0"))),
                Double.parseDouble(workload.parameter(SKEW, "0")));
    }

    private static long perChunk(long bytes) {
        return Math.max(1, bytes / VALUE_BYTES / CHUNKS);
    }

    /** @param exponent of the Zipf distribution */
    public static Map<String, String> parameters(long bytes, String exponent) {
        return Map.of(BYTES, Long.toString(bytes), SKEW, exponent);
    }

    /** How many bytes of values each node gets. */
    public static long[] bytesByNode(long bytes, String exponent, int nodes, int subgroups) {
        long[] all = new long[nodes];
        Zipf zipf = new Zipf(Double.parseDouble(exponent));
        for (long chunk = 0; chunk < CHUNKS; chunk++) {
            forEach(
                    chunk,
                    perChunk(bytes),
                    (key, number) -> all[zipf.subgroup((long) key, null, subgroups) % nodes] += VALUE_BYTES);
        }
        return all;
    }

    /** The answer, computed without SSS. */
    public static String expected(long bytes) {
        long[] sums = new long[KEYS];
        boolean[] used = new boolean[KEYS];
        for (long chunk = 0; chunk < CHUNKS; chunk++) {
            forEach(chunk, perChunk(bytes), (key, number) -> {
                sums[key] += number;
                used[key] = true;
            });
        }
        LineDigest digest = new LineDigest();
        IntStream.range(0, KEYS).filter(key -> used[key]).forEach(key -> digest.add(key + "\t" + sums[key]));
        return digest.digest();
    }

    /** A key, and the number that its value starts with. */
    private interface Drawn {
        void draw(int key, long number);
    }

    private static void forEach(long chunk, long count, Drawn drawn) {
        SplittableRandom random = new SplittableRandom(SEED + chunk);
        for (long i = 0; i < count; i++) {
            drawn.draw(random.nextInt(KEYS), random.nextLong());
        }
    }

    @Override
    public boolean load(SssClient client, Workload workload) {
        try (GroupWriter<Long, Long> chunks = client.write(CHUNK_GROUP.replacing())) {
            for (long chunk = 0; chunk < CHUNKS; chunk++) {
                chunks.append(chunk, perChunk);
            }
            chunks.commit();
        }
        return false;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        Workflow workflow = Workflow.named("skew");
        workflow.map(CHUNK_GROUP, VALUES, new Draws()).partitionBy(new Zipf(exponent));
        workflow.reduce(VALUES, SUMS, (key, values, out) -> {
            long sum = 0;
            for (Bytes value : values) {
                sum += LongCodec.get(value.array(), value.offset());
            }
            out.emit(key, sum);
        });
        return SssProgram.run(client, workflow, workload);
    }

    @Override
    public String digest(SssClient client) {
        LineDigest digest = new LineDigest();
        try (Scan<Long, Long> scan = client.scan(SUMS)) {
            scan.forEach(entry -> digest.add(entry.getKey() + "\t" + entry.getValue()));
        }
        return digest.digest();
    }

    private static final class Draws implements Mapper<Long, Long, Long, Bytes> {
        private static final long serialVersionUID = 1L;

        @Override
        public void map(Long chunk, Long count, Emitter<Long, Bytes> out) {
            byte[] bytes = new byte[VALUE_BYTES];
            Bytes value = new Bytes().set(bytes, 0, VALUE_BYTES);
            forEach(chunk, count, (key, number) -> {
                LongCodec.put(bytes, 0, number);
                out.emit((long) key, value);
            });
        }
    }

    /**
     * Gives the subgroup of rank r a share of the keys that is proportional to r to the power of minus the exponent.
     */
    static final class Zipf implements Partitioner<Long, Bytes> {
        private static final long serialVersionUID = 1L;
        private final double exponent;
        /** Of a task. By rank: the sum of the shares up to it. */
        private transient double[] sums;
        /** By rank. */
        private transient List<Integer> subgroups;

        Zipf(double exponent) {
            this.exponent = exponent;
        }

        @Override
        public Partitioner<Long, Bytes> forTask(TaskContext context) {
            return new Zipf(exponent);
        }

        @Override
        public int subgroup(Long key, Bytes value, int subgroupCount) {
            if (sums == null) {
                sums = new double[subgroupCount];
                subgroups = IntStream.range(0, subgroupCount).boxed().collect(Collectors.toList());
                Collections.shuffle(subgroups, new Random(SEED));
                double sum = 0;
                for (int rank = 0; rank < subgroupCount; rank++) {
                    sum += Math.pow(rank + 1.0, -exponent);
                    sums[rank] = sum;
                }
            }
            double place = (key + 0.5) / KEYS * sums[subgroupCount - 1];
            int found = Arrays.binarySearch(sums, place);
            return subgroups.get(found < 0 ? -found - 1 : found);
        }
    }
}
