package org.sss.benchmarks.jobs;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The covariances of all pairs of rows of a matrix, in whole numbers: means and covariances are truncated. */
final class Pca extends MatrixProgram {
    @Override
    Workflow workflow(int n, TupleGroup<Long, Bytes> answer) {
        Workflow workflow = Workflow.named("pca");
        workflow.map(ROWS, PAIRS, Timed.map(new ToPairs(n)));
        workflow.reduce(PAIRS, answer, Timed.reduce(new Covariances(n)));
        return workflow;
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
            int[] piece = new int[n];
            for (int i = begin(first, n); i < begin(first + 1, n); i++) {
                int from = Math.max(i, begin(second, n));
                int to = begin(second + 1, n);
                for (int j = from; j < to; j++) {
                    piece[j - from] = product(matrix[i], matrix[j]) / (n - 1);
                }
                out.emit((long) i * n + from, bytes(piece, to - from));
            }
        }

        private static int product(int[] a, int[] b) {
            int sum = 0;
            for (int k = 0; k < a.length; k++) {
                sum += a[k] * b[k];
            }
            return sum;
        }
    }
}
