package org.sss.kvs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What the header of a closed file says about the places of its pages. Immutable. */
record KvsHeader(boolean bigEndian, int linkBytes, long firstPageAt, long contentBytes) {
    private static final byte[] MAGIC = "ToKyO CaBiNeT\n".getBytes(StandardCharsets.US_ASCII);
    static final int BYTES = 256;
    private static final int TYPE_AT = 32;
    private static final int TYPE_TREE = 1;
    static final int FLAGS_AT = 33;
    static final byte FLAG_OPEN = 1;
    private static final int FLAG_FATAL = 2;
    private static final int OPTIONS_AT = 36;
    private static final int OPTION_LARGE = 1;
    static final int SIZE_AT = 56;
    static final int FIRST_PAGE_AT = 64;

    /** @throws KvsException {@link KvsError#META}, {@link KvsError#NOT_CLOSED}, {@link KvsError#WRITE_FAILED} */
    static KvsHeader read(KvsBytes bytes, long fileBytes) throws IOException {
        byte[] header = new byte[BYTES];
        if (fileBytes < BYTES) {
            throw bytes.error(KvsError.META, "it has " + fileBytes + " bytes");
        }
        bytes.moveTo(0);
        bytes.get(header, BYTES);
        if (!Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length) || header[TYPE_AT] != TYPE_TREE
                || (header[OPTIONS_AT] & ~OPTION_LARGE) != 0) {
            throw bytes.error(KvsError.META, "finding its records");
        }
        checkFlags(header[FLAGS_AT], bytes);
        return sizes(header, bytes, fileBytes);
    }

    private static void checkFlags(byte flags, KvsBytes bytes) {
        if ((flags & FLAG_OPEN) != 0) {
            throw bytes.error(KvsError.NOT_CLOSED, "finding its records");
        }
        if ((flags & FLAG_FATAL) != 0) {
            throw bytes.error(KvsError.WRITE_FAILED, "finding its records");
        }
    }

    private static KvsHeader sizes(byte[] header, KvsBytes bytes, long fileBytes) {
        int linkBytes = (header[OPTIONS_AT] & OPTION_LARGE) != 0 ? 16 : 8;
        for (boolean bigEndian : new boolean[] {true, false}) {
            long size = number(header, SIZE_AT, 8, bigEndian);
            long first = number(header, FIRST_PAGE_AT, 8, bigEndian);
            if (first >= BYTES && first <= size && size <= fileBytes) {
                return new KvsHeader(bigEndian, linkBytes, first, size);
            }
        }
        throw bytes.error(KvsError.META, "its header does not fit its " + fileBytes + " bytes");
    }

    private static long number(byte[] from, int at, int length, boolean bigEndian) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << 8 | from[at + (bigEndian ? i : length - 1 - i)] & 0xFF;
        }
        return number;
    }

    int u16(KvsBytes bytes) throws IOException {
        int a = bytes.u8();
        int b = bytes.u8();
        return bigEndian ? a << 8 | b : b << 8 | a;
    }

    long u32(KvsBytes bytes) throws IOException {
        long a = u16(bytes);
        long b = u16(bytes);
        return bigEndian ? a << 16 | b : b << 16 | a;
    }
}
