package org.sss.benchmarks.engines.runner;

import java.nio.ByteBuffer;

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

    /** The index of the nearest center; of those that are as near, the first. */
    public static int nearest(double[] point, double[][] centers) {
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int k = 0; k < centers.length; k++) {
            double sum = 0;
            double[] center = centers[k];
            for (int j = 0; j < point.length; j++) {
                double d = point[j] - center[j];
                sum += d * d;
            }
            if (sum < least) {
                least = sum;
                best = k;
            }
        }
        return best;
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
