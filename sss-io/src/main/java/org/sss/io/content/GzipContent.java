package org.sss.io.content;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses a gzip file (RFC 1952), all its members in sequence. Not thread-safe.
 *
 * <p>{@link java.util.zip.GZIPInputStream} ends without an error at a member whose header is damaged or truncated, and
 * drops the rest. The one of commons-compress rejects files that gzip reads: zeros after the last member (padding, as
 * on tapes) and extra fields without subfields. It also ignores the checksum of a header and takes 22% more processor
 * time.
 */
final class GzipContent extends InputStream {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int DEFLATE = 8;
    private static final int HAS_HEADER_CHECK = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    /** Time, level and operating system. */
    private static final int SKIPPED_BYTES = 6;

    private final InputStream file;
    private final Inflater inflater = new Inflater(true);
    /** Checksum of the header so far, then of the content. */
    private final CRC32 check = new CRC32();

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int filled;
    /** Bytes of the file read up to {@link #filled}. */
    private long taken;

    private boolean inMember;
    private boolean afterMember;

    /** Takes ownership of {@code file}, which need not be buffered. */
    GzipContent(InputStream file) {
        this.file = file;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (length > 0) {
            if (!inMember && !startMember()) {
                return -1;
            }
            int n = inflate(bytes, offset, length);
            if (n > 0) {
                check.update(bytes, offset, n);
                return n;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsInput()) {
                fillOrFail();
                inflater.setInput(buffer, 0, filled);
            } else {
                throw new ZipException("a dictionary is needed at byte " + position());
            }
        }
        return 0;
    }

    private int inflate(byte[] bytes, int offset, int length) throws ZipException {
        try {
            return inflater.inflate(bytes, offset, length);
        } catch (DataFormatException e) {
            throw new ZipException("the data is corrupt before byte " + taken + ": " + e.getMessage());
        }
    }

    /** @return false at the end of the file */
    private boolean startMember() throws IOException {
        if (afterMember && !skipZeros()) {
            return false;
        }
        long start = position();
        check.reset();
        if (next() != 0x1F || next() != 0x8B || next() != DEFLATE) {
            throw new ZipException("the data at byte " + start + " is not gzip");
        }
        int flags = next();
        skip(SKIPPED_BYTES);
        if ((flags & HAS_EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_HEADER_CHECK) != 0) {
            checkHeader();
        }
        inflater.reset();
        inflater.setInput(buffer, at, filled - at);
        check.reset();
        inMember = true;
        return true;
    }

    private void checkHeader() throws IOException {
        int sum = (int) check.getValue() & 0xFFFF;
        if ((next() | next() << 8) != sum) {
            throw new ZipException("the checksum of the header is wrong before byte " + position());
        }
    }

    private void endMember() throws IOException {
        at = filled - inflater.getRemaining();
        long sum = check.getValue();
        long wanted = little4();
        long bytes = little4();
        if (wanted != sum || bytes != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new ZipException("the checksum of the content is wrong before byte " + position());
        }
        inMember = false;
        afterMember = true;
    }

    private boolean skipZeros() throws IOException {
        do {
            if (at == filled && !fill()) {
                return false;
            }
        } while (buffer[at++] == 0);
        at--;
        return true;
    }

    private void skipText() throws IOException {
        int b;
        do {
            b = next();
        } while (b != 0);
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            next();
        }
    }

    private long little4() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private int next() throws IOException {
        if (at == filled) {
            fillOrFail();
        }
        int b = buffer[at++] & 0xFF;
        check.update(b);
        return b;
    }

    private void fillOrFail() throws IOException {
        if (!fill()) {
            throw new EOFException("the file is truncated: it ends at byte " + taken);
        }
    }

    private boolean fill() throws IOException {
        int n = file.read(buffer);
        at = 0;
        filled = Math.max(0, n);
        taken += filled;
        return n > 0;
    }

    /** Returns the position in the file of the next byte of a header or trailer. */
    private long position() {
        return taken - filled + at;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        file.close();
    }
}
