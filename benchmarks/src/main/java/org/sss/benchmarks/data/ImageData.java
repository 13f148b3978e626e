package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A bitmap of 24 bits a pixel (blue, green, red): a header of 54 bytes, then pixels whose channels wander up and down.
 *
 * @param bytes about how many the file has
 */
public record ImageData(long bytes) implements Generator {
    public static final int HEADER_BYTES = 54;
    public static final int PIXEL_BYTES = 3;
    private static final long SEED = 31;
    private static final int ROW_PIXELS = 4096;
    private static final int STEP_BITS = 3;
    private static final int MOST_STEP = 3;

    @Override
    public String fileName() {
        return "image-" + SEED + "-" + bytes + ".bmp";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        byte[] header = new byte[HEADER_BYTES];
        header[0] = 'B';
        header[1] = 'M';
        header[10] = HEADER_BYTES;
        out.write(header);
        int[] channels = {128, 128, 128};
        byte[] row = new byte[ROW_PIXELS * PIXEL_BYTES];
        for (long left = Math.max(1, (bytes - HEADER_BYTES) / PIXEL_BYTES); left > 0; left -= ROW_PIXELS) {
            int pixels = (int) Math.min(ROW_PIXELS, left);
            for (int i = 0; i < pixels; i++) {
                long steps = random.next();
                for (int c = 0; c < PIXEL_BYTES; c++) {
                    int step = (int) (steps >>> STEP_BITS * c & (1 << STEP_BITS) - 1) - MOST_STEP;
                    // A step of 4 is none, so that there is no way to wander.
                    channels[c] = Math.max(0, Math.min(255, channels[c] + (step > MOST_STEP ? 0 : step)));
                    row[i * PIXEL_BYTES + c] = (byte) channels[c];
                }
            }
            out.write(row, 0, pixels * PIXEL_BYTES);
        }
    }
}
