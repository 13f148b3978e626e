package org.sss.benchmarks.jobs;

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

    private static final class TimesSecond implements Mapper<Long, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;
        private final int n;
        private final int[] first;
        private transient int[][] second;

        TimesSecond(int n) {
            this.n = n;
            first = new int[n];
        }

        @Override
        public void setup(TaskContext context) {
            second = new int[n][n];
            context.side(SECOND).asMap().forEach((row, numbers) -> copy(numbers.array(), numbers.offset(), second[row.intValue()]));
        }

        @Override
        public void map(Long row, Bytes numbers, Emitter<Long, Bytes> out) {
            copy(numbers.array(), numbers.offset(), first);
            int[] sums = new int[n];
            for (int k = 0; k < n; k++) {
                addMultiple(sums, first[k], second[k]);
            }
            out.emit(row * n, bytes(sums, n));
        }

        private static void addMultiple(int[] sums, int factor, int[] row) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] += factor * row[j];
            }
        }
    }
}
