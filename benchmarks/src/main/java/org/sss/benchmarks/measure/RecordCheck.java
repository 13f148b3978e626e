package org.sss.benchmarks.measure;

import java.util.Arrays;
import java.util.zip.CRC32;

/** What stands for an answer of sorted records: how many, the sum of their CRC-32, and how many are out of order. One thread. */
public final class RecordCheck {
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
