package org.sss.kvs.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;

/** The page layout of a closed file according to its header. Pages start at multiples of the alignment. Immutable. */
record BdbHeader(boolean bigEndian, int linkBytes, int alignment, long firstPageAt, long contentBytes) {
    private static final byte[] MAGIC = "ToKyO CaBiNeT\n".getBytes(StandardCharsets.US_ASCII);
    static final int BYTES = 256;
    private static final int TYPE_AT = 32;
    private static final int TYPE_TREE = 1;
    static final int FLAGS_AT = 33;
    static final byte FLAG_OPEN = 1;
    private static final int FLAG_FATAL = 2;
    private static final int ALIGNMENT_AT = 34;
    private static final int MAX_ALIGNMENT_BITS = 16;
    private static final int OPTIONS_AT = 36;
    private static final int OPTION_LARGE = 1;
    static final int SIZE_AT = 56;
    static final int FIRST_PAGE_AT = 64;
    /** From where to where the header is zero in every closed file that is written here. */
    private static final int[][] UNUSED = {{FLAGS_AT, FLAGS_AT + 1}, {37, 40}, {72, 128}, {129, 136}, {192, BYTES}};

    /** @throws KvsException {@link KvsError#META}, {@link KvsError#NOT_CLOSED}, {@link KvsError#WRITE_FAILED} */
    static BdbHeader read(FileWindow bytes, long fileBytes) throws IOException {
        byte[] header = bytes(bytes, fileBytes);
        checkFlags(header[FLAGS_AT], bytes);
        BdbHeader fitting = fitting(header, fileBytes);
        if (fitting == null) {
            throw bytes.error(KvsError.META, "its header does not fit its " + fileBytes + " bytes");
        }
        return fitting;
    }

    /**
     * As {@link #read}, and compares what {@link #read} does not need.
     *
     * @throws KvsException the same
     */
    static void check(FileWindow bytes, long fileBytes, long contentBytes) throws IOException {
        BdbHeader header = read(bytes, fileBytes);
        if (header.contentBytes != contentBytes) {
            throw bytes.error(
                    KvsError.META,
                    "its header has a content size of " + header.contentBytes + " bytes, expected " + contentBytes);
        }
        byte[] all = bytes(bytes, fileBytes);
        int version = MAGIC.length;
        while (version < TYPE_AT && (all[version] >= '.' && all[version] <= ':' || all[version] == '\n')) {
            version++;
        }
        checkZero(all, version, TYPE_AT, bytes);
        for (int[] range : UNUSED) {
            checkZero(all, range[0], range[1], bytes);
        }
    }

    private static void checkZero(byte[] header, int from, int to, FileWindow bytes) {
        for (int at = from; at < to; at++) {
            if (header[at] != 0) {
                throw bytes.error(
                        KvsError.META, "byte " + at + " of its header is " + (header[at] & 0xFF) + ", expected 0");
            }
        }
    }

    private static byte[] bytes(FileWindow bytes, long fileBytes) throws IOException {
        byte[] header = new byte[BYTES];
        if (fileBytes < BYTES) {
            throw bytes.error(KvsError.META, "it has " + fileBytes + " bytes");
        }
        bytes.moveTo(0);
        bytes.get(header, BYTES);
        if (!Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                || header[TYPE_AT] != TYPE_TREE
                || (header[OPTIONS_AT] & ~OPTION_LARGE) != 0) {
            throw bytes.error(KvsError.META, "finding its records");
        }
        return header;
    }

    private static void checkFlags(byte flags, FileWindow bytes) {
        if ((flags & FLAG_OPEN) != 0) {
            throw bytes.error(KvsError.NOT_CLOSED, "finding its records");
        }
        if ((flags & FLAG_FATAL) != 0) {
            throw bytes.error(KvsError.WRITE_FAILED, "finding its records");
        }
    }

    /** Null when it fits in neither order of bytes. */
    private static BdbHeader fitting(byte[] header, long fileBytes) {
        for (boolean bigEndian : new boolean[] {true, false}) {
            long size = number(header, SIZE_AT, 8, bigEndian);
            long first = number(header, FIRST_PAGE_AT, 8, bigEndian);
            if (first >= BYTES && first <= size && size <= fileBytes) {
                return of(header, bigEndian, first, size);
            }
        }
        return null;
    }

    private static BdbHeader of(byte[] header, boolean bigEndian, long first, long size) {
        return new BdbHeader(
                bigEndian,
                (header[OPTIONS_AT] & OPTION_LARGE) != 0 ? 16 : 8,
                1 << Math.min(header[ALIGNMENT_AT] & 0xFF, MAX_ALIGNMENT_BITS),
                first,
                size);
    }

    private static long number(byte[] from, int at, int length, boolean bigEndian) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << 8 | from[at + (bigEndian ? i : length - 1 - i)] & 0xFF;
        }
        return number;
    }

    int u16(FileWindow bytes) throws IOException {
        int a = bytes.u8();
        int b = bytes.u8();
        return bigEndian ? a << 8 | b : b << 8 | a;
    }

    long u32(FileWindow bytes) throws IOException {
        long a = u16(bytes);
        long b = u16(bytes);
        return bigEndian ? a << 16 | b : b << 16 | a;
    }
}
