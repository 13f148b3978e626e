package org.sss.benchmarks.programs;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.engine.Workload;

/**
 * k-means on an array of doubles, parts of which are assigned by several threads, see {@link Kernels#nearest}.
 * Stateless.
 */
final class PlainKMeans implements PlainPrograms.PlainProgram {
    /** The bytes of the file, the same as doubles, and some for all else. */
    static final double HEAP_PER_INPUT_BYTE = 2.2;

    @Override
    public void run(Workload workload, Path output) throws Exception {
        int d = workload.number("dimensions", 8);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(workload.input()));
        double[] points = new double[bytes.capacity() / Double.BYTES];
        bytes.asDoubleBuffer().get(points);
        int clusters = workload.number("clusters", 16);
        double[] centers = Arrays.copyOf(points, clusters * d);
        for (int i = workload.number("iterations", 10); i > 0; i--) {
            move(centers, d, PlainPrograms.onAll(thread -> sums(points, d, centers, thread)));
        }
        try (PrintStream out = new PrintStream(output.toFile())) {
            for (int k = 0; k < clusters; k++) {
                out.print(k);
                for (int j = 0; j < d; j++) {
                    out.print("\t" + centers[k * d + j]);
                }
                out.print("\n");
            }
        }
    }

    private static double[] sums(double[] points, int d, double[] centers, int thread) {
        int count = points.length / d;
        double[][] turned = Kernels.turned(centers, d);
        double[] distances = new double[centers.length / d];
        double[] sums = new double[centers.length / d * (d + 1)];
        for (int i = PlainPrograms.start(thread, count); i < PlainPrograms.start(thread + 1, count); i++) {
            int at = Kernels.nearest(points, i * d, turned, distances) * (d + 1);
            for (int j = 0; j < d; j++) {
                sums[at + j] += points[i * d + j];
            }
            sums[at + d]++;
        }
        return sums;
    }

    private static void move(double[] centers, int d, List<double[]> parts) {
        double[] all = parts.get(0);
        for (double[] part : parts.subList(1, parts.size())) {
            for (int i = 0; i < all.length; i++) {
                all[i] += part[i];
            }
        }
        for (int k = 0; k < centers.length / d; k++) {
            double points = all[k * (d + 1) + d];
            for (int j = 0; j < d && points > 0; j++) {
                centers[k * d + j] = all[k * (d + 1) + j] / points;
            }
        }
    }
}
