package org.sss.sketch;

import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.tdigest.TDigestDouble;

/**
 * The centroids of a t-digest, ascending. What the digest itself says of quantiles is not used: release 6.2.0, the last
 * one for Java 17, takes the weights of two neighbours the wrong way round, so that a higher rank may have a smaller
 * value. Immutable.
 *
 * <pre>
 *   encoded, in the byte order of the machine:
 *   of several values   8 bytes | i32 centroids | i32 not used | f64 min value | f64 largest value | f64 mean, i64 weight each
 *   of one value        8 bytes | f64 value
 * </pre>
 */
final class Centroids {
    private static final int HEAD_BYTES = 8;
    private static final int MIN_AT = 16;
    private static final int LARGEST_AT = 24;
    private static final int FIRST_AT = 32;
    private static final int CENTROID_BYTES = 16;

    private final double[] means;
    private final double[] weights;
    private final double min;
    private final double largest;
    private final double total;

    /** @param digest not empty */
    Centroids(TDigestDouble digest) {
        Memory encoded = Memory.wrap(digest.toByteArray());
        total = digest.getTotalWeight();
        boolean isOne = total == 1;
        int count = isOne ? 1 : encoded.getInt(HEAD_BYTES);
        means = new double[count];
        weights = new double[count];
        for (int i = 0, at = FIRST_AT; i < count; i++, at += CENTROID_BYTES) {
            means[i] = encoded.getDouble(isOne ? HEAD_BYTES : at);
            weights[i] = isOne ? 1 : encoded.getLong(at + Double.BYTES);
        }
        min = isOne ? means[0] : encoded.getDouble(MIN_AT);
        largest = isOne ? means[0] : encoded.getDouble(LARGEST_AT);
    }

    /**
     * The value below which there are about {@code place} of the {@link #total}: between the means of two centroids, in
     * a straight line.
     */
    double at(double place) {
        int last = means.length - 1;
        if (place < 1) {
            return min;
        }
        if (place >= total - 1) {
            return largest;
        }
        if (place < weights[0] / 2) {
            return between(min, means[0], place - 1, weights[0] / 2 - place);
        }
        if (total - place <= weights[last] / 2) {
            return between(means[last], largest, place - (total - weights[last] / 2), total - 1 - place);
        }
        double middle = weights[0] / 2;
        int i = 0;
        for (double next; (next = middle + (weights[i] + weights[i + 1]) / 2) <= place; i++) {
            middle = next;
        }
        return between(i, place - middle, middle + (weights[i] + weights[i + 1]) / 2 - place);
    }

    /** A centroid of one value is that value, also half a value away from its place. */
    private double between(int i, double after, double before) {
        double alone = weights[i] == 1 ? 0.5 : 0;
        double nextAlone = weights[i + 1] == 1 ? 0.5 : 0;
        if (after < alone) {
            return means[i];
        }
        return before <= nextAlone ? means[i + 1] : between(means[i], means[i + 1], after - alone, before - nextAlone);
    }

    /** The nearer one counts for more. */
    private static double between(double left, double right, double fromLeft, double fromRight) {
        return (left * fromRight + right * fromLeft) / (fromLeft + fromRight);
    }
}
