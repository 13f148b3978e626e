package org.sss.benchmarks.floor;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.measure.Workload;

/**
 * k-means on an array of doubles, parts of which are assigned by several threads. While they are, the centers lie coordinate by
 * coordinate, so that the distances of a point to all of them are loops over long arrays. Stateless.
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
            List<double[]> parts = Threads.run(thread -> sums(points, d, centers, thread));
            move(centers, d, parts);
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
        double[][] turned = turned(centers, d);
        double[] distances = new double[centers.length / d];
        double[] sums = new double[centers.length / d * (d + 1)];
        for (int i = Threads.begin(thread, Threads.COUNT, count); i < Threads.begin(thread + 1, Threads.COUNT, count); i++) {
            int at = nearest(points, i * d, turned, distances) * (d + 1);
            for (int j = 0; j < d; j++) {
                sums[at + j] += points[i * d + j];
            }
            sums[at + d]++;
        }
        return sums;
    }

    private static double[][] turned(double[] centers, int d) {
        double[][] turned = new double[d][centers.length / d];
        for (int i = 0; i < centers.length; i++) {
            turned[i % d][i / d] = centers[i];
        }
        return turned;
    }

    private static int nearest(double[] points, int at, double[][] centers, double[] distances) {
        Arrays.fill(distances, 0);
        for (int j = 0; j < centers.length; j++) {
            addSquares(points[at + j], centers[j], distances);
        }
        int best = 0;
        double least = distances[0];
        for (int k = 1; k < distances.length; k++) {
            if (distances[k] < least) {
                least = distances[k];
                best = k;
            }
        }
        return best;
    }

    private static void addSquares(double coordinate, double[] ofCenters, double[] distances) {
        for (int k = 0; k < distances.length; k++) {
            double difference = coordinate - ofCenters[k];
            distances[k] += difference * difference;
        }
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
