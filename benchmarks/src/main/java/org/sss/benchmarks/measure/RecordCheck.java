package org.sss.benchmarks.measure;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * What stands for an answer of sorted records: how many, the sum of their CRC-32, and how many are out of order. One
 * thread.
 */
public final class RecordCheck {
    private static final int BUFFER_BYTES = 1 << 20;

    private final int keyBytes;
    private final CRC32 crc = new CRC32();
    private final byte[] before;
    private long records;
    private long sum;
    private long unordered;

    public RecordCheck(int keyBytes) {
        this.keyBytes = keyBytes;
        before = new byte[keyBytes];
    }

    /**
     * What the digest is to be when the records of this file, of one length, are in order: the rest of it does not
     * depend on the order.
     */
    public static String ofSorted(Path file, int recordBytes) throws IOException {
        return new RecordCheck(0).digestOf(Files.newInputStream(file), recordBytes);
    }

    /** Adds all records of a stream, and closes it. */
    public void addAll(InputStream records, int recordBytes) throws IOException {
        byte[] record = new byte[recordBytes];
        try (InputStream in = new BufferedInputStream(records, BUFFER_BYTES)) {
            while (in.readNBytes(record, 0, recordBytes) == recordBytes) {
                add(record, 0, recordBytes);
            }
        }
    }

    /** The digest with these records. */
    public String digestOf(InputStream records, int recordBytes) throws IOException {
        addAll(records, recordBytes);
        return digest();
    }

    /** The next record in the order of the answer, its key first. */
    public void add(byte[] bytes, int offset, int length) {
        if (records > 0 && Arrays.compareUnsigned(before, 0, keyBytes, bytes, offset, offset + keyBytes) > 0) {
            unordered++;
        }
        System.arraycopy(bytes, offset, before, 0, keyBytes);
        crc.reset();
        crc.update(bytes, offset, length);
        sum += crc.getValue();
        records++;
    }

    public String digest() {
        return "records=" + records + " crcsum=" + Long.toHexString(sum) + " unordered=" + unordered;
    }
}
