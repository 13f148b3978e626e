package org.sss.benchmarks.programs;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.data.RecordInputs;

/**
 * The innermost loops, the same for all systems, so that what differs is the system. Uses nothing but Java. Stateless.
 */
public final class Kernels {
    public static final long FIRST_RANK = 1_000_000_000;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private Kernels() {}

    /** Words that are searched for, of which no two start with the same letter. */
    record Needles(byte[][] words, int[] byFirstLetter) implements Serializable {
        static Needles of(List<String> words) {
            int[] byFirstLetter = new int[1 << Byte.SIZE];
            Arrays.fill(byFirstLetter, -1);
            for (int i = 0; i < words.size(); i++) {
                byFirstLetter[words.get(i).charAt(0)] = i;
            }
            return new Needles(
                    words.stream()
                            .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                            .toArray(byte[][]::new),
                    byFirstLetter);
        }

        /** The index of the word {@code bytes[start, end)}, or -1. */
        int find(byte[] bytes, int start, int end) {
            int i = byFirstLetter[bytes[start] & 0xFF];
            return i >= 0 && Arrays.equals(bytes, start, end, words[i], 0, words[i].length) ? i : -1;
        }
    }

    /**
     * PageRank in whole numbers, which are exact in any order.
     *
     * @param gifts sum of what the neighbours gave
     */
    public static long rank(long gifts) {
        return (15 * FIRST_RANK + 85 * gifts) / 100;
    }

    /**
     * Centers coordinate by coordinate, as {@link #nearest} takes them.
     *
     * @param centers one after another
     */
    public static double[][] turned(double[] centers, int dimensions) {
        double[][] turned = new double[dimensions][centers.length / dimensions];
        for (int i = 0; i < centers.length; i++) {
            turned[i % dimensions][i / dimensions] = centers[i];
        }
        return turned;
    }

    /**
     * The index of the nearest center; of several equally near ones, the first. Distances to all centers are loops over
     * long arrays, for which the processor has wide instructions.
     *
     * @param turned    centers coordinate by coordinate
     * @param distances one for each center, to be overwritten
     */
    public static int nearest(double[] points, int offset, double[][] turned, double[] distances) {
        Arrays.fill(distances, 0);
        for (int j = 0; j < turned.length; j++) {
            addSquares(points[offset + j], turned[j], distances);
        }
        return indexOfMin(distances);
    }

    static void addSquares(double coordinate, double[] ofCenters, double[] distances) {
        for (int k = 0; k < distances.length; k++) {
            double difference = coordinate - ofCenters[k];
            distances[k] += difference * difference;
        }
    }

    static int indexOfMin(double[] distances) {
        int best = 0;
        double min = distances[0];
        for (int k = 1; k < distances.length; k++) {
            if (distances[k] < min) {
                min = distances[k];
                best = k;
            }
        }
        return best;
    }

    /** As {@link String#hashCode()}, for ASCII. */
    public static int hash(byte[] bytes, int offset, int length) {
        int hash = 0;
        for (int i = offset, end = offset + length; i < end; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Counts each value of each channel of an image. */
    static void countColors(byte[] bytes, int start, int end, long[] counts) {
        for (int i = start; i + 2 < end; i += RecordInputs.PIXEL_BYTES) {
            counts[bytes[i] & 0xFF]++;
            counts[256 + (bytes[i + 1] & 0xFF)]++;
            counts[512 + (bytes[i + 2] & 0xFF)]++;
        }
    }

    /** Adds points of two bytes to the sums that a line through them is made of: n, SX, SY, SXX, SYY, SXY. */
    @SuppressWarnings("NarrowCalculation") // products of bytes fit into an int
    static void addMoments(byte[] bytes, int start, int end, long[] sums) {
        long sx = 0;
        long sy = 0;
        long sxx = 0;
        long syy = 0;
        long sxy = 0;
        for (int i = start, last = end - 1; i < last; i += 2) {
            int x = bytes[i];
            int y = bytes[i + 1];
            sx += x;
            sy += y;
            sxx += x * x;
            syy += y * y;
            sxy += x * y;
        }
        sums[0] += (end - start) / 2;
        sums[1] += sx;
        sums[2] += sy;
        sums[3] += sxx;
        sums[4] += syy;
        sums[5] += sxy;
    }

    /** Counts the lines that are a needle, by its index. Looks for newlines in eight bytes at a time. */
    static void countNeedles(byte[] bytes, int start, int end, Needles needles, long[] counts) {
        int word = start;
        int i = start;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            // Where a newline is, the difference is zero, and only there the sum has no highest bit.
            long difference = (long) LONG.get(bytes, i) ^ NEWLINES;
            long found = ~((difference & LOW_BITS) + LOW_BITS | difference | LOW_BITS);
            for (; found != 0; found &= found - 1) {
                int newline = i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
                countNeedle(bytes, word, newline, needles, counts);
                word = newline + 1;
            }
        }
        for (; i < end; i++) {
            if (bytes[i] == '\n') {
                countNeedle(bytes, word, i, needles, counts);
                word = i + 1;
            }
        }
    }

    private static void countNeedle(byte[] bytes, int start, int end, Needles needles, long[] counts) {
        int needle = needles.find(bytes, start, end);
        if (needle >= 0) {
            counts[needle]++;
        }
    }

    /** The products of a row with four others, which become {@code to[at]} and the next three. */
    static void products(int[] row, int[] a, int[] b, int[] c, int[] d, int[] to, int at) {
        int ofA = 0;
        int ofB = 0;
        int ofC = 0;
        int ofD = 0;
        for (int k = 0; k < row.length; k++) {
            ofA += row[k] * a[k];
            ofB += row[k] * b[k];
            ofC += row[k] * c[k];
            ofD += row[k] * d[k];
        }
        to[at] = ofA;
        to[at + 1] = ofB;
        to[at + 2] = ofC;
        to[at + 3] = ofD;
    }

    /**
     * The covariances of row {@code i} with rows {@code [start, end)}, truncated; that with row {@code from} is {@code
     * to[0]}. Four at a time, so that what is loaded is used more than once.
     */
    static void covariances(int[][] rows, int i, int start, int end, int[] to, int from) {
        int j = start;
        for (; j + 4 <= end; j += 4) {
            products(rows[i], rows[j], rows[j + 1], rows[j + 2], rows[j + 3], to, j - from);
        }
        for (; j < end; j++) {
            int sum = 0;
            for (int k = 0; k < rows[i].length; k++) {
                sum += rows[i][k] * rows[j][k];
            }
            to[j - from] = sum;
        }
        for (int k = start; k < end; k++) {
            to[k - from] /= rows.length - 1;
        }
    }

    /** Subtracts the mean, truncated, from each number. */
    static void center(int[] row) {
        long sum = 0;
        for (int value : row) {
            sum += value;
        }
        int mean = (int) (sum / row.length);
        for (int k = 0; k < row.length; k++) {
            row[k] -= mean;
        }
    }

    /**
     * Adds the products of rows {@code [from, to)} of the first matrix with the second to those rows of {@code sums}:
     * rows of the second are used for all of them once they are in the cache, and four at a time, so that a sum is
     * loaded once for four products.
     */
    static void multiply(int[][] first, int from, int to, int[][] second, int[][] sums) {
        int k = 0;
        for (; k + 4 <= second.length; k += 4) {
            for (int i = from; i < to; i++) {
                addMultiples(sums[i], first[i], k, second[k], second[k + 1], second[k + 2], second[k + 3]);
            }
        }
        for (; k < second.length; k++) {
            for (int i = from; i < to; i++) {
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
