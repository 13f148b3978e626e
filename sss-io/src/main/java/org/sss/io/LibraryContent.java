package org.sss.io;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * The content of a file that a library decompresses. Whatever the library throws is damage of the content, a {@link ZipException}, unless
 * reading the file itself has failed. One thread.
 */
final class LibraryContent extends InputStream {
    private static final int BUFFER_BYTES = 64 << 10;

    private final File file;
    private final InputStream content;

    /** Makes the library's stream. */
    interface Library {
        InputStream open(InputStream file) throws IOException;
    }

    /** Remembers how reading failed. */
    private static final class File extends FilterInputStream {
        private IOException failure;

        File(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return in.read(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    /** Takes {@code in} over, which needs no buffer. */
    LibraryContent(InputStream in, Library library) throws IOException {
        file = new File(in);
        try {
            content = library.open(new BufferedInputStream(file, BUFFER_BYTES));
        } catch (IOException | RuntimeException e) {
            throw damage(e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return content.read(bytes, offset, length);
        } catch (IOException | RuntimeException e) {
            throw damage(e);
        }
    }

    private IOException damage(Exception e) {
        if (file.failure != null) {
            return file.failure;
        }
        ZipException damage = new ZipException(String.valueOf(e.getMessage()));
        damage.initCause(e);
        return damage;
    }

    @Override
    public void close() throws IOException {
        try {
            content.close();
        } finally {
            file.close();
        }
    }
}
