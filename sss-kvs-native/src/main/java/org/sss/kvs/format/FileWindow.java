package org.sss.kvs.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;

/** The bytes of a file from a position that moves, read through a small window. One thread at a time. */
final class FileWindow {
    private static final int WINDOW_BYTES = 4096;

    private final FileChannel channel;
    private final Path file;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);
    private long windowAt;

    FileWindow(FileChannel channel, Path file) {
        this.channel = channel;
        this.file = file;
    }

    long at() {
        return windowAt + window.position();
    }

    void moveTo(long at) {
        if (at >= windowAt && at <= windowAt + window.limit()) {
            window.position((int) (at - windowAt));
        } else {
            windowAt = at;
            window.limit(0);
        }
    }

    int u8() throws IOException {
        need(1);
        return window.get() & 0xFF;
    }

    /** Seven bits a byte, see {@link BdbRecords}. */
    long number() throws IOException {
        long number = 0;
        for (int shift = 0; shift < 42; shift += 7) {
            int b = u8();
            if (b < 0x80) {
                return number | (long) b << shift;
            }
            number |= (long) (~b & 0xFF) << shift;
        }
        throw damaged("a number before offset " + at() + " has no end");
    }

    void get(byte[] into, int length) throws IOException {
        need(length);
        window.get(into, 0, length);
    }

    /** The next bytes; the position stays. */
    ByteBuffer peek(int length) throws IOException {
        need(length);
        return window.slice(window.position(), length);
    }

    private void need(int length) throws IOException {
        if (window.remaining() >= length) {
            return;
        }
        windowAt = at();
        int capacity = Math.max(length, WINDOW_BYTES);
        window = window.capacity() < capacity ? ByteBuffer.allocate(capacity) : window.clear();
        while (window.position() < length && channel.read(window, windowAt + window.position()) >= 0) {
            // a read may return less than requested
        }
        window.flip();
        if (window.limit() < length) {
            throw damaged("it ends at offset " + (windowAt + window.limit()));
        }
    }

    KvsException damaged(String what) {
        return error(KvsError.DAMAGED, what);
    }

    KvsException error(KvsError error, String what) {
        return new KvsException(error, file, what);
    }
}
