package org.sss.dataserver;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What is appended to the file of a segment when it is sealed: an index of its blocks, and the place of the index. All
 * numbers are big-endian. Tokyo Cabinet's own tools ignore it, since the file's header says where the content ends.
 *
 * <pre>
 *   content of the store
 *   index      u32 bytes of the manifest, manifest (JSON)
 *              for each run of the manifest, in its order: u32 bytes of its index, {@link BlockIndex}
 *   trailer    offset size
 *                   0    8  "SSSSEG" and a line feed, 00
 *                   8    8  offset of the index = bytes of the content
 *                  16    8  bytes of the index
 *                  24    4  CRC32C of the index
 *                  28    4  version, 2
 *                  32    4  reserved, 0
 *                  36    4  CRC32C of the trailer up to here
 * </pre>
 */
final class SegmentFormat {
    static final int VERSION = 2;
    static final int TRAILER_BYTES = 40;

    private static final long MAGIC = 0x5353535345470a00L;
    private static final int VERSION_AT = 28;
    private static final int TRAILER_CRC_AT = 36;

    private SegmentFormat() {
    }

    /** A decoded trailer. */
    record Trailer(long indexAt, long indexBytes, int indexCrc) {
        ByteBuffer encode() {
            ByteBuffer bytes = ByteBuffer.allocate(TRAILER_BYTES);
            bytes.putLong(MAGIC).putLong(indexAt).putLong(indexBytes).putInt(indexCrc).putInt(VERSION).putInt(0);
            return bytes.putInt(crc(bytes.array(), 0, TRAILER_CRC_AT)).flip();
        }

        /**
         * Decodes the last {@link #TRAILER_BYTES} bytes of a file.
         *
         * @throws IllegalArgumentException with what is wrong
         */
        static Trailer decode(ByteBuffer bytes, long fileBytes) {
            check(bytes.getLong(0) == MAGIC, "its end is missing or is not that of a segment");
            check(bytes.getInt(TRAILER_CRC_AT) == crc(bytes.array(), 0, TRAILER_CRC_AT), "the checksum of its trailer is wrong");
            check(bytes.getInt(VERSION_AT) == VERSION,
                    "it is of format " + bytes.getInt(VERSION_AT) + ", this version reads format " + VERSION);
            Trailer trailer = new Trailer(bytes.getLong(8), bytes.getLong(16), bytes.getInt(24));
            check(trailer.indexAt >= 0 && trailer.indexBytes >= 4 && trailer.indexBytes < Integer.MAX_VALUE
                            && trailer.indexAt + trailer.indexBytes + TRAILER_BYTES == fileBytes,
                    "it has " + fileBytes + " bytes, its trailer says that its index of " + trailer.indexBytes
                            + " bytes is at offset " + trailer.indexAt);
            return trailer;
        }
    }

    private static void check(boolean good, String otherwise) {
        if (!good) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
