package org.sss.benchmarks.programs;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Parallel;

/** Programs whose answer is a small array of numbers: histogram, linear regression, string match. Stateless. */
final class PlainCounts {
    private PlainCounts() {}

    /** How often each value of each channel occurs. */
    static void histogram(Workload workload, Path output) throws Exception {
        ByteChunks chunks = new ByteChunks(workload.input(), RecordInputs.HEADER_BYTES, RecordInputs.PIXEL_BYTES);
        write(IntStream.range(0, SumJobs.COLORS).mapToObj(Integer::toString).toList(), false, output, thread -> {
            long[] own = new long[SumJobs.COLORS];
            chunks.forEach((bytes, length) -> Kernels.countColors(bytes, 0, length, own));
            return own;
        });
    }

    /** The sums that a line through the points is made of. */
    static void regression(Workload workload, Path output) throws Exception {
        ByteChunks chunks = new ByteChunks(workload.input(), 0, 2);
        write(SumJobs.MOMENTS, true, output, thread -> {
            long[] own = new long[SumJobs.MOMENTS.size()];
            chunks.forEach((bytes, length) -> Kernels.addMoments(bytes, 0, length, own));
            return own;
        });
    }

    /** How many lines are one of four words. */
    static void match(Workload workload, Path output) throws Exception {
        Kernels.Needles needles = Kernels.Needles.of(LineInputs.NEEDLES);
        TextChunks chunks = new TextChunks(workload.input());
        write(LineInputs.NEEDLES, true, output, thread -> {
            long[] own = new long[LineInputs.NEEDLES.size()];
            chunks.forEach((bytes, start, end) -> Kernels.countNeedles(bytes, start, end, needles, own));
            return own;
        });
    }

    /** @param counts of one thread */
    private static void write(List<String> names, boolean showsZeros, Path output, Parallel.Task<long[]> counts)
            throws Exception {
        List<long[]> all = PlainPrograms.onAll(counts);
        try (PrintStream out = new PrintStream(output.toFile())) {
            for (int i = 0; i < names.size(); i++) {
                int key = i;
                long sum = all.stream().mapToLong(one -> one[key]).sum();
                if (showsZeros || sum != 0) {
                    out.print(names.get(i) + "\t" + sum + "\n");
                }
            }
        }
    }
}
