package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Points around 16 centers, each coordinate a double (big-endian). Coordinates are whole numbers, so that their sums are exact
 * in any order.
 */
public record PointData(int points, int dimensions) implements Generator {
    private static final long SEED = 16;
    private static final int CENTERS = 16;
    private static final int RANGE = 1_000_000;
    private static final int DEVIATION = 150_000;

    @Override
    public String fileName() {
        return "points-" + SEED + "-" + points + "x" + dimensions + ".bin";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public long bytes() {
        return (long) points * dimensions * Double.BYTES;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        double[][] centers = new double[CENTERS][dimensions];
        for (double[] center : centers) {
            for (int j = 0; j < dimensions; j++) {
                center[j] = random.below(2 * RANGE) - RANGE;
            }
        }
        ByteBuffer point = ByteBuffer.allocate(dimensions * Double.BYTES);
        for (int i = 0; i < points; i++) {
            double[] center = centers[random.below(CENTERS)];
            for (int j = 0; j < dimensions; j++) {
                point.putDouble(j * Double.BYTES, Math.rint(center[j] + DEVIATION * random.normal()));
            }
            out.write(point.array());
        }
    }
}
