package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;

/** Points of two bytes each, x and y from 0 to 127, y near a line over x. */
public record PairData(long bytes) implements Generator {
    private static final long SEED = 37;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MOST = 127;
    private static final int NOISE = 32;

    @Override
    public String fileName() {
        return "pairs-" + SEED + "-" + bytes + ".bin";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        byte[] buffer = new byte[BUFFER_BYTES];
        for (long left = Math.max(2, bytes & -2); left > 0; left -= BUFFER_BYTES) {
            int length = (int) Math.min(BUFFER_BYTES, left);
            for (int i = 0; i < length; i += 2) {
                long number = random.next();
                int x = (int) (number & MOST);
                int noise = (int) (number >>> 8 & NOISE - 1);
                buffer[i] = (byte) x;
                buffer[i + 1] = (byte) Math.min(MOST, 3 * x / 4 + noise);
            }
            out.write(buffer, 0, length);
        }
    }
}
