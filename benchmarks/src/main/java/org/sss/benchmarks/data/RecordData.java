package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Records of 100 bytes to be sorted: a random key of 10, the number of the record in 8, and 82 letters. */
public record RecordData(long records) implements Generator {
    public static final int RECORD_BYTES = 100;
    public static final int KEY_BYTES = 10;
    private static final long SEED = 100;
    private static final int TEXT_AT = 18;
    private static final int LETTERS = 26;

    @Override
    public String fileName() {
        return "records-" + SEED + "-" + records + ".bin";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public long bytes() {
        return records * RECORD_BYTES;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        byte[] record = new byte[RECORD_BYTES];
        ByteBuffer number = ByteBuffer.wrap(record);
        for (long i = 0; i < records; i++) {
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
    }
}
