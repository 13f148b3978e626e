package org.sss.benchmarks.jobs;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The product of two square matrices of ints; the rows of the second come behind those of the first. */
final class MatrixMultiply extends MatrixProgram {
    @Override
    Workflow workflow(int n, TupleGroup<Long, Bytes> answer) {
        Workflow workflow = Workflow.named("multiply");
        workflow.map(ROWS, PAIRS, Timed.map(new ToPairs(n)));
        workflow.reduce(PAIRS, answer, Timed.reduce(new Product(n)));
        return workflow;
    }

    /**
     * To block (I, J) of the product go the rows of block I of the first matrix, and of each row of the second what is in block J
     * of its columns, each with its number before it.
     */
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
            LongsAt.putInt(numbered, 0, row.intValue());
            Bytes view = new Bytes();
            if (row < n) {
                System.arraycopy(numbers.array(), numbers.offset(), numbered, Integer.BYTES, n * Integer.BYTES);
                int own = block(row.intValue(), n);
                for (int other = 0; other < BLOCKS; other++) {
                    out.emit(own * BLOCKS + other, view.set(numbered, 0, numbered.length));
                }
                return;
            }
            for (int columns = 0; columns < BLOCKS; columns++) {
                int from = begin(columns, n) * Integer.BYTES;
                int length = begin(columns + 1, n) * Integer.BYTES - from;
                System.arraycopy(numbers.array(), numbers.offset() + from, numbered, Integer.BYTES, length);
                for (int rows = 0; rows < BLOCKS; rows++) {
                    out.emit(rows * BLOCKS + columns, view.set(numbered, 0, Integer.BYTES + length));
                }
            }
        }
    }

    private static final class Product implements Reducer<Integer, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;
        private final int n;

        Product(int n) {
            this.n = n;
        }

        @Override
        public void reduce(Integer pair, Iterable<Bytes> rows, Emitter<Long, Bytes> out) {
            int[][] first = new int[n][];
            int[][] second = new int[n][];
            for (Bytes row : rows) {
                int number = LongsAt.getInt(row.array(), row.offset());
                int[] values = new int[row.length() / Integer.BYTES - 1];
                copy(row.array(), row.offset() + Integer.BYTES, values);
                (number < n ? first : second)[number % n] = values;
            }
            int firstColumn = begin(pair % BLOCKS, n);
            int columns = begin(pair % BLOCKS + 1, n) - firstColumn;
            for (int i = begin(pair / BLOCKS, n); i < begin(pair / BLOCKS + 1, n); i++) {
                int[] sums = new int[columns];
                for (int k = 0; k < n; k++) {
                    addMultiple(sums, first[i][k], second[k]);
                }
                out.emit((long) i * n + firstColumn, bytes(sums, columns));
            }
        }

        private static void addMultiple(int[] sums, int factor, int[] row) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] += factor * row[j];
            }
        }
    }
}
