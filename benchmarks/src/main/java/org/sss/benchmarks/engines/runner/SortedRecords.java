package org.sss.benchmarks.engines.runner;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Looks at sorted records of 100 bytes with keys of 10, file after file. One thread at a time. */
public final class SortedRecords {
    public static final int RECORD_BYTES = 100;
    public static final int KEY_BYTES = 10;

    private final byte[] before = new byte[RECORD_BYTES];
    private final byte[] record = new byte[RECORD_BYTES];
    private long records;
    private long checksum;
    private long unordered;

    /** The next file in order. */
    public void addAll(InputStream in) throws IOException {
        for (int read = in.readNBytes(record, 0, RECORD_BYTES); read > 0; read = in.readNBytes(record, 0, RECORD_BYTES)) {
            if (read < RECORD_BYTES) {
                throw new EOFException("a record of " + read + " bytes");
            }
            if (records > 0 && Arrays.compareUnsigned(before, 0, KEY_BYTES, record, 0, KEY_BYTES) > 0) {
                unordered++;
            }
            CRC32 crc = new CRC32();
            crc.update(record);
            checksum += crc.getValue();
            records++;
            System.arraycopy(record, 0, before, 0, RECORD_BYTES);
        }
    }

    /** Where the record with these first bytes goes, of {@code parts} of equally many keys. */
    public static int part(byte[] key, int offset, int parts) {
        return ((key[offset] & 0xFF) << 8 | key[offset + 1] & 0xFF) * parts >>> 16;
    }

    /** {@code records=N crcsum=HEX unordered=N}. */
    public String line() {
        return "records=" + records + " crcsum=" + Long.toHexString(checksum) + " unordered=" + unordered;
    }
}
