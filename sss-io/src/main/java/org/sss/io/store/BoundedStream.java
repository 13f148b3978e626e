package org.sss.io.store;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream. For one thread. */
final class BoundedStream extends FilterInputStream {
    private long left;

    BoundedStream(InputStream in, long bytes) {
        super(in);
        left = bytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left <= 0 && length > 0) {
            return -1;
        }
        int n = in.read(bytes, offset, (int) Math.min(length, left));
        left -= Math.max(0, n);
        return n;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = in.skip(Math.min(bytes, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(left, in.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
