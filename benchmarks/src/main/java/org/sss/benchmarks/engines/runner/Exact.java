package org.sss.benchmarks.engines.runner;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Computation that gives the same result in each system, whatever the order of its parts. Stateless. */
public final class Exact {
    public static final long FIRST_RANK = 1_000_000_000L;
    private static final int PERCENT = 100;
    private static final int DAMPING = 85;

    private Exact() {
    }

    /** PageRank in whole numbers. @param sum of what the neighbours gave */
    public static long rank(long sum) {
        return ((PERCENT - DAMPING) * FIRST_RANK + DAMPING * sum) / PERCENT;
    }

    /** Centers coordinate by coordinate, as {@link #nearest} wants them. */
    public static double[][] turned(double[][] centers) {
        double[][] turned = new double[centers[0].length][centers.length];
        for (int k = 0; k < centers.length; k++) {
            for (int j = 0; j < turned.length; j++) {
                turned[j][k] = centers[k][j];
            }
        }
        return turned;
    }

    /**
     * The index of the nearest center; of those that are as near, the first. Distances to all centers are loops over long arrays, for which
     * the processor has wide instructions, as in the programs of SSS and in plain Java.
     *
     * @param turned    centers coordinate by coordinate
     * @param distances as many as there are centers, to be written over
     */
    public static int nearest(double[] point, double[][] turned, double[] distances) {
        Arrays.fill(distances, 0);
        for (int j = 0; j < turned.length; j++) {
            addSquares(point[j], turned[j], distances);
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

    /** Doubles, big-endian. */
    public static double[] doubles(byte[] bytes, int offset, int count) {
        double[] numbers = new double[count];
        ByteBuffer.wrap(bytes, offset, count * Double.BYTES).asDoubleBuffer().get(numbers);
        return numbers;
    }

    public static byte[] bytes(double[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Double.BYTES);
        bytes.asDoubleBuffer().put(numbers);
        return bytes.array();
    }

    /** Adds a point and, in the last place, one. */
    public static void addPoint(double[] sums, double[] point) {
        for (int j = 0; j < point.length; j++) {
            sums[j] += point[j];
        }
        sums[point.length]++;
    }

    /** The mean of sums with their count in the last place, or the old center when there are none. */
    public static double[] center(double[] sums, double[] old) {
        if (sums == null || sums[old.length] == 0) {
            return old;
        }
        double[] center = new double[old.length];
        for (int j = 0; j < old.length; j++) {
            center[j] = sums[j] / sums[old.length];
        }
        return center;
    }

    /** The answer's line of one center. */
    public static String centerLine(int k, double[] center) {
        StringBuilder line = new StringBuilder().append(k);
        for (double x : center) {
            line.append('\t').append(x);
        }
        return line.toString();
    }

    /** As {@link String#hashCode()} for ASCII. */
    public static int hash(byte[] bytes, int offset, int length) {
        int hash = 0;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }
}
