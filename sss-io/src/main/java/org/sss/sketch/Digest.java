package org.sss.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.tdigest.TDigestDouble;

/**
 * A t-digest of the finite ones of some numbers, and how many are infinite: the mean of those would be no number, with
 * which no other one can be compared. NaN is left out. One thread at a time.
 *
 * <pre>
 *   encoded:  i64 of negative infinities | i64 of positive ones | the digest in its own form
 * </pre>
 */
final class Digest {
    private static final short COMPRESSION = 200;
    private static final int HEAD_BYTES = 2 * Long.BYTES;

    private final TDigestDouble finite;
    private long below;
    private long above;

    Digest() {
        this(new TDigestDouble(COMPRESSION), 0, 0);
    }

    private Digest(TDigestDouble finite, long below, long above) {
        this.finite = finite;
        this.below = below;
        this.above = above;
    }

    static Digest decoded(byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes, 0, HEAD_BYTES);
        byte[] rest = Arrays.copyOfRange(bytes, HEAD_BYTES, bytes.length);
        return new Digest(TDigestDouble.heapify(Memory.wrap(rest)), head.getLong(), head.getLong());
    }

    byte[] encoded() {
        byte[] digest = finite.toByteArray();
        return ByteBuffer.allocate(HEAD_BYTES + digest.length)
                .putLong(below)
                .putLong(above)
                .put(digest)
                .array();
    }

    void add(double value) {
        if (!Double.isInfinite(value)) {
            finite.update(value);
        } else if (value < 0) {
            below++;
        } else {
            above++;
        }
    }

    void add(Digest other) {
        finite.merge(other.finite);
        below += other.below;
        above += other.above;
    }

    /** The value at each rank; NaN without any value. */
    double[] quantiles(double... ranks) {
        long count = finite.isEmpty() ? 0 : finite.getTotalWeight();
        Centroids centroids = count == 0 ? null : new Centroids(finite);
        return Arrays.stream(ranks)
                .map(rank -> quantile(rank * (below + count + above), count, centroids))
                .toArray();
    }

    private double quantile(double place, long count, Centroids centroids) {
        if (below + count + above == 0) {
            return Double.NaN;
        }
        if (place < below || count + above == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return place > below + count || count == 0 ? Double.POSITIVE_INFINITY : centroids.at(place - below);
    }
}
