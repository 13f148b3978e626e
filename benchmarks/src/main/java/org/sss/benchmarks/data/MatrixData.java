package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Rows of {@code columns} ints (big-endian) from 0 to {@code bound - 1}. */
public record MatrixData(int rows, int columns, int bound) implements Generator {
    private static final long SEED = 43;

    @Override
    public String fileName() {
        return "matrix-" + SEED + "-" + rows + "x" + columns + "-" + bound + ".bin";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public long bytes() {
        return (long) rows * columns * Integer.BYTES;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        ByteBuffer row = ByteBuffer.allocate(columns * Integer.BYTES);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                row.putInt(j * Integer.BYTES, random.below(bound));
            }
            out.write(row.array());
        }
    }
}
