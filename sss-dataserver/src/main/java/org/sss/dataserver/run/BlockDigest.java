package org.sss.dataserver.run;

/**
 * CRC32C over the checksums of blocks, as big-endian numbers in the order of the blocks: copies of a run are compared
 * without reading them. It is a value of 4 bytes, since a subgroup may write thousands of runs at once. Stateless.
 */
public final class BlockDigest {
    /** The digest of no blocks. */
    public static final int NONE = 0;

    private static final int POLYNOMIAL = 0x82f63b78;
    private static final int[] TABLE = table();

    private BlockDigest() {}

    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = crc >>> 1 ^ ((crc & 1) != 0 ? POLYNOMIAL : 0);
            }
            table[i] = crc;
        }
        return table;
    }

    /** Returns the digest of the blocks of {@code digest} and one more with this checksum. */
    public static int add(int digest, int checksum) {
        int crc = ~digest;
        for (int shift = 24; shift >= 0; shift -= 8) {
            crc = crc >>> 8 ^ TABLE[(crc ^ checksum >>> shift) & 0xff];
        }
        return ~crc;
    }
}
