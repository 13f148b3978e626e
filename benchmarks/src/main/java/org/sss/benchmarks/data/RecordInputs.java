package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Inputs of records of one length. Stateless. */
public final class RecordInputs {
    /** Of records to be sorted, and of their keys. */
    public static final int RECORD_BYTES = 100;

    public static final int KEY_BYTES = 10;
    /** Of an image. */
    public static final int HEADER_BYTES = 54;

    public static final int PIXEL_BYTES = 3;
    private static final int TEXT_AT = 18;
    private static final int LETTERS = 26;
    private static final int ROW_PIXELS = 4096;
    private static final int STEP_BITS = 3;
    private static final int MAX_STEP = 3;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_COORDINATE = 127;
    private static final int NOISE = 32;
    private static final int CENTERS = 16;
    private static final int RANGE = 1_000_000;
    private static final int DEVIATION = 150_000;

    private RecordInputs() {}

    /** Records of 100 bytes to be sorted: a random key of 10, the number of the record in 8, and 82 letters. */
    public static Generator records(long count) {
        return new Generator("records-100-" + count + ".bin", 100, count * RECORD_BYTES, (out, random) -> {
            byte[] record = new byte[RECORD_BYTES];
            ByteBuffer number = ByteBuffer.wrap(record);
            for (long i = 0; i < count; i++) {
                long first = random.next();
                long second = random.next();
                number.putLong(0, Long.reverseBytes(first));
                record[8] = (byte) second;
                record[9] = (byte) (second >>> 8);
                number.putLong(KEY_BYTES, i);
                int letter = (int) (second >>> 16 & 0xFF);
                for (int j = TEXT_AT; j < RECORD_BYTES; j++) {
                    record[j] = (byte) ('A' + (letter + j) % LETTERS);
                }
                out.write(record);
            }
        });
    }

    /** A bitmap of 24 bits a pixel (blue, green, red): a header, then pixels whose channels wander up and down. */
    public static Generator image(long bytes) {
        return new Generator("image-31-" + bytes + ".bmp", 31, bytes, (out, random) -> writeImage(bytes, out, random));
    }

    private static void writeImage(long bytes, OutputStream out, Random64 random) throws IOException {
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
                    int step = (int) (steps >>> STEP_BITS * c & (1 << STEP_BITS) - 1) - MAX_STEP;
                    // A step of 4 is none, so that there is no trend.
                    channels[c] = Math.max(0, Math.min(255, channels[c] + (step > MAX_STEP ? 0 : step)));
                    row[i * PIXEL_BYTES + c] = (byte) channels[c];
                }
            }
            out.write(row, 0, pixels * PIXEL_BYTES);
        }
    }

    /** Points of two bytes each, x and y from 0 to 127, y near a line over x. */
    public static Generator pairs(long bytes) {
        return new Generator("pairs-37-" + bytes + ".bin", 37, bytes, (out, random) -> {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (long left = Math.max(2, bytes & -2); left > 0; left -= BUFFER_BYTES) {
                int length = (int) Math.min(BUFFER_BYTES, left);
                for (int i = 0; i < length; i += 2) {
                    long number = random.next();
                    int x = (int) (number & MAX_COORDINATE);
                    int noise = (int) (number >>> 8 & NOISE - 1);
                    buffer[i] = (byte) x;
                    buffer[i + 1] = (byte) Math.min(MAX_COORDINATE, 3 * x / 4 + noise);
                }
                out.write(buffer, 0, length);
            }
        });
    }

    /**
     * Points around 16 centers, each coordinate a double (big-endian). Coordinates are whole numbers, so that their
     * sums are exact in any order.
     */
    public static Generator points(int count, int dimensions) {
        long bytes = (long) count * dimensions * Double.BYTES;
        return new Generator("points-16-" + count + "x" + dimensions + ".bin", 16, bytes, (out, random) -> {
            double[][] centers = new double[CENTERS][dimensions];
            for (double[] center : centers) {
                for (int j = 0; j < dimensions; j++) {
                    center[j] = random.below(2 * RANGE) - RANGE;
                }
            }
            ByteBuffer point = ByteBuffer.allocate(dimensions * Double.BYTES);
            for (int i = 0; i < count; i++) {
                double[] center = centers[random.below(CENTERS)];
                for (int j = 0; j < dimensions; j++) {
                    point.putDouble(j * Double.BYTES, Math.rint(center[j] + DEVIATION * random.normal()));
                }
                out.write(point.array());
            }
        });
    }

    /** Rows of {@code columns} ints (big-endian) from 0 to {@code bound - 1}. */
    public static Generator matrix(int rows, int columns, int bound) {
        long bytes = (long) rows * columns * Integer.BYTES;
        return new Generator("matrix-43-" + rows + "x" + columns + "-" + bound + ".bin", 43, bytes, (out, random) -> {
            ByteBuffer row = ByteBuffer.allocate(columns * Integer.BYTES);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    row.putInt(j * Integer.BYTES, random.below(bound));
                }
                out.write(row.array());
            }
        });
    }
}
