package org.sss.benchmarks.jobs;

import java.util.Arrays;
import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/**
 * The product of two square matrices of ints. Each row of the product needs one row of the first and all of the second, so Map goes
 * through the rows of the first with the second beside it as side data: nothing is shuffled but the answer.
 */
final class MatrixMultiply extends MatrixProgram {
    private static final TupleGroup<Long, Bytes> SECOND = FixedRecords.group("second");

    /** In the file, the rows of the second matrix come behind those of the first. */
    @Override
    void load(SssClient client, Workload workload, int n) throws Exception {
        FixedRecords.load(client, workload.input(), n * Integer.BYTES, 0, n, ROWS);
        FixedRecords.load(client, workload.input(), n * Integer.BYTES, n, n, SECOND);
    }

    @Override
    Workflow workflow(int n, TupleGroup<Long, Bytes> answer) {
        Workflow workflow = Workflow.named("multiply");
        workflow.map(ROWS, answer, Timed.map(new TimesSecond(n))).with(SECOND);
        return workflow;
    }

    /**
     * Takes some rows at a time, so that rows of the second matrix are used for all of them once they are in the cache; and four rows of that
     * at a time, so that a sum is loaded and stored once for four products.
     */
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
            context.side(SECOND).asTuples().forEach((row, numbers) -> copy(numbers.array(), numbers.offset(), second[row.intValue()]));
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
            multiply(first, count, second, sums);
            for (int i = 0; i < count; i++) {
                out.emit(numbers[i] * n, bytes(sums[i], n));
                Arrays.fill(sums[i], 0);
            }
            count = 0;
        }

        private static void multiply(int[][] first, int count, int[][] second, int[][] sums) {
            int k = 0;
            for (; k + 4 <= second.length; k += 4) {
                for (int i = 0; i < count; i++) {
                    addMultiples(sums[i], first[i], k, second[k], second[k + 1], second[k + 2], second[k + 3]);
                }
            }
            for (; k < second.length; k++) {
                for (int i = 0; i < count; i++) {
                    addMultiple(sums[i], first[i][k], second[k]);
                }
            }
        }

        private static void addMultiples(int[] sums, int[] factors, int k, int[] a, int[] b, int[] c, int[] d) {
            int ofA = factors[k];
            int ofB = factors[k + 1];
            int ofC = factors[k + 2];
            int ofD = factors[k + 3];
            for (int j = 0; j < sums.length; j++) {
                sums[j] += ofA * a[j] + ofB * b[j] + ofC * c[j] + ofD * d[j];
            }
        }

        private static void addMultiple(int[] sums, int factor, int[] row) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] += factor * row[j];
            }
        }
    }
}
