package org.sss.benchmarks.programs;

import java.util.Arrays;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.client.SssClient;

/**
 * Programs on matrices of ints. The answer is a group of rows or parts of them; the key is the position of the first
 * number.
 */
final class MatrixJobs {
    private static final TupleGroup<Long, Bytes> ROWS = FixedRecords.group("rows");
    private static final TupleGroup<Long, Bytes> SECOND = FixedRecords.group("second");
    private static final TupleGroup<Long, Bytes> ANSWER = FixedRecords.group("answer");
    private static final TupleGroup<Integer, Bytes> PAIRS =
            TupleGroup.of("pairs", Codecs.INT, Codecs.BYTES).asTemporary().replacing();

    private MatrixJobs() {}

    /** What both have in common. One thread at a time. */
    private abstract static class MatrixJob implements SssProgram {
        /**
         * From {@link #ROWS} to the answer.
         *
         * @param n rows and columns of a matrix
         */
        abstract Workflow workflow(int n, TupleGroup<Long, Bytes> answer);

        @Override
        public final Map<String, Double> run(SssClient client, Workload workload) {
            return Phases.of(client.run(workflow(workload.number("size", 0), ANSWER.replacing())));
        }

        @Override
        public final String digest(SssClient client) {
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
    }

    private static void copy(byte[] bytes, int offset, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = LongsAt.getInt(bytes, offset + i * Integer.BYTES);
        }
    }

    private static Bytes bytes(int[] numbers, int count) {
        byte[] bytes = new byte[count * Integer.BYTES];
        for (int i = 0; i < count; i++) {
            LongsAt.putInt(bytes, i * Integer.BYTES, numbers[i]);
        }
        return Bytes.of(bytes);
    }

    /**
     * The product of two square matrices. Each row of the product needs one row of the first and all of the second, so
     * Map goes through the rows of the first with the second as side data: nothing is shuffled but the answer.
     */
    static final class Multiply extends MatrixJob {
        /** In the file, the rows of the second matrix follow those of the first. */
        @Override
        public boolean load(SssClient client, Workload workload) throws Exception {
            int n = workload.number("size", 0);
            FixedRecords.load(client, workload.input(), n * Integer.BYTES, 0, n, ROWS);
            FixedRecords.load(client, workload.input(), n * Integer.BYTES, n, n, SECOND);
            return true;
        }

        @Override
        Workflow workflow(int n, TupleGroup<Long, Bytes> answer) {
            Workflow workflow = Workflow.named("multiply");
            workflow.map(ROWS, answer, new TimesSecond(n)).with(SECOND);
            return workflow;
        }
    }

    /** Takes some rows at a time, see {@link Kernels#multiply}. */
    private static final class TimesSecond implements Mapper<Long, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;
        private static final int ROWS_AT_A_TIME = 32;

        private final int n;
        private final long[] numbers = new long[ROWS_AT_A_TIME];
        private transient int[][] first;
        private transient int[][] second;
        private transient int[][] sums;
        private int count;

        TimesSecond(int n) {
            this.n = n;
        }

        @Override
        public void setup(TaskContext context) throws Exception {
            first = new int[ROWS_AT_A_TIME][n];
            sums = new int[ROWS_AT_A_TIME][n];
            second = new int[n][n];
            context.side(SECOND)
                    .asTuples()
                    .forEach((row, values) -> copy(values.array(), values.offset(), second[row.intValue()]));
        }

        @Override
        public void map(Long row, Bytes values, Emitter<Long, Bytes> out) {
            numbers[count] = row;
            copy(values.array(), values.offset(), first[count]);
            if (++count == ROWS_AT_A_TIME) {
                multiply(out);
            }
        }

        @Override
        public void close(Emitter<Long, Bytes> out) {
            multiply(out);
        }

        private void multiply(Emitter<Long, Bytes> out) {
            Kernels.multiply(first, 0, count, second, sums);
            for (int i = 0; i < count; i++) {
                out.emit(numbers[i] * n, bytes(sums[i], n));
                Arrays.fill(sums[i], 0);
            }
            count = 0;
        }
    }

    /**
     * The covariances of all pairs of rows of a matrix, in whole numbers: means and covariances are truncated. It works
     * in blocks of rows: Map sends each row to all pairs of blocks that need it, Reduce computes one pair.
     */
    static final class Pca extends MatrixJob {
        /** More would send each row to more pairs, fewer would leave less to distribute. */
        private static final int BLOCKS = 4;

        @Override
        public boolean load(SssClient client, Workload workload) throws Exception {
            FixedRecords.load(client, workload.input(), workload.number("size", 0) * Integer.BYTES, ROWS.name());
            return true;
        }

        @Override
        Workflow workflow(int n, TupleGroup<Long, Bytes> answer) {
            Workflow workflow = Workflow.named("pca");
            workflow.map(ROWS, PAIRS, new ToPairs(n)).partitionBy(Pca::subgroup);
            workflow.reduce(PAIRS, answer, new Covariances(n));
            return workflow;
        }

        /**
         * The pairs are few, so chance would give some subgroups many more than others. They are distributed in turn:
         * first those of two different blocks; then those of a block with itself, which are half the work, from the
         * last subgroup on.
         */
        private static int subgroup(Integer pair, Bytes row, int subgroupCount) {
            int first = pair / BLOCKS;
            int second = pair % BLOCKS;
            if (first == second) {
                return subgroupCount - 1 - first % subgroupCount;
            }
            // Its index among the pairs of different blocks.
            int index = first * (2 * BLOCKS - first - 1) / 2 + second - first - 1;
            return index % subgroupCount;
        }

        /** The first row or column of a block; of block {@link #BLOCKS}, their number. */
        private static int start(int block, int n) {
            return (int) ((long) n * block / BLOCKS);
        }

        /** The block that a row or column is in. */
        private static int block(int row, int n) {
            int block = 0;
            while (start(block + 1, n) <= row) {
                block++;
            }
            return block;
        }
    }

    /** Each row, without its mean and with its number before it, goes to the pairs that its block is in. */
    private static final class ToPairs implements Mapper<Long, Bytes, Integer, Bytes> {
        private static final long serialVersionUID = 1L;

        private final int n;
        private final byte[] numbered;

        ToPairs(int n) {
            this.n = n;
            numbered = new byte[(n + 1) * Integer.BYTES];
        }

        @Override
        public void map(Long row, Bytes numbers, Emitter<Integer, Bytes> out) {
            int[] values = new int[n];
            copy(numbers.array(), numbers.offset(), values);
            Kernels.center(values);
            LongsAt.putInt(numbered, 0, row.intValue());
            for (int k = 0; k < n; k++) {
                LongsAt.putInt(numbered, (k + 1) * Integer.BYTES, values[k]);
            }
            Bytes view = Bytes.of(numbered);
            int own = Pca.block(row.intValue(), n);
            for (int other = 0; other < Pca.BLOCKS; other++) {
                out.emit(Math.min(own, other) * Pca.BLOCKS + Math.max(own, other), view);
            }
        }
    }

    private record Covariances(int n) implements Reducer<Integer, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;
        /** So many rows are used for as many others once they are in the cache. */
        private static final int ROWS_AT_A_TIME = 64;

        @Override
        public void reduce(Integer pair, Iterable<Bytes> rows, Emitter<Long, Bytes> out) {
            int[][] matrix = new int[n][];
            for (Bytes row : rows) {
                int[] values = new int[n];
                copy(row.array(), row.offset() + Integer.BYTES, values);
                matrix[LongsAt.getInt(row.array(), row.offset())] = values;
            }
            int lastRow = Pca.start(pair / Pca.BLOCKS + 1, n);
            int firstColumn = Pca.start(pair % Pca.BLOCKS, n);
            int lastColumn = Pca.start(pair % Pca.BLOCKS + 1, n);
            for (int start = Pca.start(pair / Pca.BLOCKS, n); start < lastRow; start += ROWS_AT_A_TIME) {
                int end = Math.min(start + ROWS_AT_A_TIME, lastRow);
                int[][] answer = new int[end - start][lastColumn - Math.min(lastColumn, Math.max(start, firstColumn))];
                for (int columns = firstColumn; columns < lastColumn; columns += ROWS_AT_A_TIME) {
                    for (int i = start; i < end; i++) {
                        Kernels.covariances(
                                matrix,
                                i,
                                Math.max(i, columns),
                                Math.min(columns + ROWS_AT_A_TIME, lastColumn),
                                answer[i - start],
                                Math.max(i, firstColumn));
                    }
                }
                for (int i = start; i < end; i++) {
                    int from = Math.max(i, firstColumn);
                    out.emit((long) i * n + from, bytes(answer[i - start], lastColumn - from));
                }
            }
        }
    }
}
