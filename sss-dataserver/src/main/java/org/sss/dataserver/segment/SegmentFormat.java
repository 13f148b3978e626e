package org.sss.dataserver.segment;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.sss.dataserver.index.IndexPage;

/**
 * What is appended to the file of a segment when it is sealed: indexes of the blocks of its runs, and references to
 * these. All numbers are big-endian. Tokyo Cabinet's own tools ignore it, since the header of the file states where the
 * content ends.
 *
 * <pre>
 *   content of the store
 *   pages      for each run of the manifest, in its order: {@link IndexPage}s, its root last
 *   head       u32 bytes of the manifest, manifest (JSON)
 *              for each run of the manifest, in its order: u64 offset of its root, u32 bytes of it, u32 level of it
 *   trailer    offset size
 *                   0    8  "SSSSEG" and a line feed, 00
 *                   8    8  offset of the pages = bytes of the content
 *                  16    8  offset of the head
 *                  24    4  CRC32C of the head
 *                  28    4  version, 3
 *                  32    4  bytes of the head
 *                  36    4  CRC32C of the trailer up to here
 * </pre>
 */
public final class SegmentFormat {
    public static final int VERSION = 3;
    public static final int TRAILER_BYTES = 40;
    public static final int ROOT_BYTES = 16;

    private static final long MAGIC = 0x5353535345470a00L;
    private static final int VERSION_AT = 28;
    private static final int TRAILER_CRC_AT = 36;

    private SegmentFormat() {}

    /** A decoded trailer. */
    public record Trailer(long pagesAt, long headAt, int headBytes, int headCrc) {
        public ByteBuffer encode() {
            ByteBuffer bytes = ByteBuffer.allocate(TRAILER_BYTES);
            bytes.putLong(MAGIC)
                    .putLong(pagesAt)
                    .putLong(headAt)
                    .putInt(headCrc)
                    .putInt(VERSION)
                    .putInt(headBytes);
            return bytes.putInt(crc(bytes.array(), 0, TRAILER_CRC_AT)).flip();
        }

        /**
         * Decodes the last {@link #TRAILER_BYTES} bytes of a file.
         *
         * @throws IllegalArgumentException with the reason
         */
        static Trailer decode(ByteBuffer bytes, long fileBytes) {
            check(bytes.getLong(0) == MAGIC, "its end is missing or is not that of a segment");
            check(
                    bytes.getInt(TRAILER_CRC_AT) == crc(bytes.array(), bytes.arrayOffset(), TRAILER_CRC_AT),
                    "the checksum of its trailer is wrong");
            check(
                    bytes.getInt(VERSION_AT) == VERSION,
                    "it is of format " + bytes.getInt(VERSION_AT) + ", this version reads format " + VERSION);
            Trailer trailer = new Trailer(bytes.getLong(8), bytes.getLong(16), bytes.getInt(32), bytes.getInt(24));
            check(
                    trailer.pagesAt >= 0
                            && trailer.headAt >= trailer.pagesAt
                            && trailer.headBytes >= 4
                            && trailer.headAt + trailer.headBytes + TRAILER_BYTES == fileBytes,
                    "it has " + fileBytes + " bytes, but by its trailer its head of " + trailer.headBytes
                            + " bytes is at offset " + trailer.headAt);
            return trailer;
        }
    }

    private static void check(boolean good, String otherwise) {
        if (!good) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    public static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
