package org.sss.benchmarks.jobs;

import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** Programs on matrices of ints. The answer is a group of rows or pieces of them; the key says where one begins. One thread at a time. */
abstract class MatrixProgram implements SssProgram {
    static final TupleGroup<Long, Bytes> ROWS = FixedRecords.group("rows");
    private static final TupleGroup<Long, Bytes> ANSWER = FixedRecords.group("answer");

    private int size;

    /** From {@link #ROWS} to the answer. @param n rows and columns of a matrix */
    abstract Workflow workflow(int n, TupleGroup<Long, Bytes> answer);

    @Override
    public final boolean load(SssClient client, Workload workload) throws Exception {
        size = workload.number("size", 0);
        load(client, workload, size);
        return true;
    }

    /** @param n rows and columns of a matrix */
    abstract void load(SssClient client, Workload workload, int n) throws Exception;

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        return Phases.of(client.run(workflow(size, ANSWER.replacing())));
    }

    @Override
    public String digest(SssClient client) {
        long[] sums = new long[2];
        try (var scan = client.scan(ANSWER)) {
            scan.forEach(entry -> {
                Bytes numbers = entry.getValue();
                for (int i = 0; i < numbers.length() / Integer.BYTES; i++) {
                    int number = LongsAt.getInt(numbers.array(), numbers.offset() + i * Integer.BYTES);
                    sums[0] += number;
                    sums[1] += number * (1L + entry.getKey() + i);
                }
            });
        }
        return "sum=" + sums[0] + " check=" + Long.toHexString(sums[1]);
    }

    static void copy(byte[] bytes, int offset, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = LongsAt.getInt(bytes, offset + i * Integer.BYTES);
        }
    }

    static Bytes bytes(int[] numbers, int count) {
        byte[] bytes = new byte[count * Integer.BYTES];
        for (int i = 0; i < count; i++) {
            LongsAt.putInt(bytes, i * Integer.BYTES, numbers[i]);
        }
        return Bytes.of(bytes);
    }
}
