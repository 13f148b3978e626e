package org.sss.io.content;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * Decompresses a file with a library. Any exception of the library means corrupt content, a {@link ZipException},
 * unless reading the file itself has failed. Not thread-safe.
 */
final class LibraryContent extends InputStream {
    private static final int BUFFER_BYTES = 64 << 10;

    private final File file;
    private final InputStream content;

    /** Creates the library's stream. */
    interface Library {
        InputStream open(InputStream file) throws IOException;
    }

    /** Records the failure of reading. */
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

    /** Takes ownership of {@code in}, which need not be buffered. */
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
