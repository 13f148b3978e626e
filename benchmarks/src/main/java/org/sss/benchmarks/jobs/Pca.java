package org.sss.benchmarks.jobs;

import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/**
 * The covariances of all pairs of rows of a matrix, in whole numbers: means and covariances are truncated. It works in blocks of rows:
 * Map sends each row to all pairs of blocks that it is needed for, Reduce computes one pair.
 */
final class Pca extends MatrixProgram {
    /** More would make each row travel to more pairs, fewer would leave less to deal out. */
    private static final int BLOCKS = 4;
    private static final TupleGroup<Integer, Bytes> PAIRS =
            TupleGroup.of("pairs", Codecs.INT, Codecs.BYTES).asTemporary().replacing();

    @Override
    void load(SssClient client, Workload workload, int n) throws Exception {
        FixedRecords.load(client, workload.input(), n * Integer.BYTES, ROWS.name());
    }

    @Override
    Workflow workflow(int n, TupleGroup<Long, Bytes> answer) {
        Workflow workflow = Workflow.named("pca");
        workflow.map(ROWS, PAIRS, Timed.map(new ToPairs(n))).partitionBy(Pca::subgroup);
        workflow.reduce(PAIRS, answer, Timed.reduce(new Covariances(n)));
        return workflow;
    }

    /**
     * The pairs are few, so chance would give some subgroups many more than others. They are dealt out in turn: first those of two
     * different blocks; then those of a block with itself, which are half the work, from the last subgroup on.
     */
    private static int subgroup(Integer pair, Bytes row, int subgroupCount) {
        int first = pair / BLOCKS;
        int second = pair % BLOCKS;
        if (first == second) {
            return subgroupCount - 1 - first % subgroupCount;
        }
        // Of the pairs in the order of their numbers, without those of a block with itself.
        int place = first * (2 * BLOCKS - first - 1) / 2 + second - first - 1;
        return place % subgroupCount;
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
            long sum = 0;
            for (int value : values) {
                sum += value;
            }
            int mean = (int) (sum / n);
            LongsAt.putInt(numbered, 0, row.intValue());
            for (int k = 0; k < n; k++) {
                LongsAt.putInt(numbered, (k + 1) * Integer.BYTES, values[k] - mean);
            }
            Bytes view = Bytes.of(numbered);
            int own = block(row.intValue(), n);
            for (int other = 0; other < BLOCKS; other++) {
                out.emit(Math.min(own, other) * BLOCKS + Math.max(own, other), view);
            }
        }
    }

    private static final class Covariances implements Reducer<Integer, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;
        /** So many rows are used for as many others once they are in the cache. */
        private static final int ROWS_AT_A_TIME = 64;
        private final int n;

        Covariances(int n) {
            this.n = n;
        }

        @Override
        public void reduce(Integer pair, Iterable<Bytes> rows, Emitter<Long, Bytes> out) {
            int first = pair / BLOCKS;
            int second = pair % BLOCKS;
            int[][] matrix = new int[n][];
            for (Bytes row : rows) {
                int[] values = new int[n];
                copy(row.array(), row.offset() + Integer.BYTES, values);
                matrix[LongsAt.getInt(row.array(), row.offset())] = values;
            }
            int to = begin(second + 1, n);
            for (int begin = begin(first, n); begin < begin(first + 1, n); begin += ROWS_AT_A_TIME) {
                int end = Math.min(begin + ROWS_AT_A_TIME, begin(first + 1, n));
                int[][] pieces = new int[end - begin][to - Math.min(to, Math.max(begin, begin(second, n)))];
                for (int columns = begin(second, n); columns < to; columns += ROWS_AT_A_TIME) {
                    for (int i = begin; i < end; i++) {
                        int from = Math.max(i, begin(second, n));
                        multiply(matrix, i, Math.max(i, columns), Math.min(columns + ROWS_AT_A_TIME, to), pieces[i - begin], from);
                    }
                }
                for (int i = begin; i < end; i++) {
                    int from = Math.max(i, begin(second, n));
                    out.emit((long) i * n + from, bytes(pieces[i - begin], to - from));
                }
            }
        }

        /** Row {@code i} with rows {@code [begin, end)}; that with row {@code from} is the first number of {@code piece}. */
        private static void multiply(int[][] matrix, int i, int begin, int end, int[] piece, int from) {
            int j = begin;
            for (; j + 4 <= end; j += 4) {
                products(matrix[i], matrix[j], matrix[j + 1], matrix[j + 2], matrix[j + 3], piece, j - from);
            }
            for (; j < end; j++) {
                piece[j - from] = product(matrix[i], matrix[j]);
            }
            for (int k = begin; k < end; k++) {
                piece[k - from] /= matrix.length - 1;
            }
        }

        private static void products(int[] row, int[] a, int[] b, int[] c, int[] d, int[] to, int at) {
            int ofA = 0;
            int ofB = 0;
            int ofC = 0;
            int ofD = 0;
            for (int k = 0; k < row.length; k++) {
                ofA += row[k] * a[k];
                ofB += row[k] * b[k];
                ofC += row[k] * c[k];
                ofD += row[k] * d[k];
            }
            to[at] = ofA;
            to[at + 1] = ofB;
            to[at + 2] = ofC;
            to[at + 3] = ofD;
        }

        private static int product(int[] a, int[] b) {
            int sum = 0;
            for (int k = 0; k < a.length; k++) {
                sum += a[k] * b[k];
            }
            return sum;
        }
    }

    /** The first row or column of a block; of block {@link #BLOCKS}, their number. */
    private static int begin(int block, int n) {
        return (int) ((long) n * block / BLOCKS);
    }

    /** The block that a row or column is in. */
    private static int block(int row, int n) {
        int block = (int) ((long) row * BLOCKS / n);
        while (begin(block + 1, n) <= row) {
            block++;
        }
        while (begin(block, n) > row) {
            block--;
        }
        return block;
    }
}
