package org.sss.benchmarks.rivals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.sss.benchmarks.programs.Kernels;

/** Points and centers of k-means. Stateless. */
public final class Points {
    private Points() {}

    /** Doubles, big-endian. */
    public static double[] of(byte[] bytes, int offset, int count) {
        double[] numbers = new double[count];
        ByteBuffer.wrap(bytes, offset, count * Double.BYTES).asDoubleBuffer().get(numbers);
        return numbers;
    }

    public static byte[] bytes(double[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Double.BYTES);
        bytes.asDoubleBuffer().put(numbers);
        return bytes.array();
    }

    /** Centers coordinate by coordinate, as {@link Kernels#nearest} takes them. */
    public static double[][] turned(double[][] centers) {
        return Kernels.turned(
                Arrays.stream(centers).flatMapToDouble(Arrays::stream).toArray(), centers[0].length);
    }

    /** Adds a point and, after its coordinates, one. */
    public static void add(double[] sums, double[] point) {
        for (int j = 0; j < point.length; j++) {
            sums[j] += point[j];
        }
        sums[point.length]++;
    }

    /** The mean of sums that are followed by their count, or the old center when there are none. */
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
    public static String line(int k, double[] center) {
        StringBuilder line = new StringBuilder().append(k);
        for (double x : center) {
            line.append('\t').append(x);
        }
        return line.toString();
    }
}
