package org.sss.io;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The standard input of this process, which imports read as a file named {@code -}. Its content is read once; only its
 * first bytes can be read before, to detect compression and the names of columns. Thread-safe.
 */
public final class StandardInput {
    /** The name among the files of an import. */
    public static final String NAME = "-";

    private static final Set<String> DEVICES = Set.of("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");
    private static final int BUFFER_BYTES = 64 << 10;
    /** Of the content, which the start may be read again within; more than a {@link ByteWindow} reads at once. */
    private static final int AGAIN_BYTES = 4 << 20;

    private static InputStream source;
    private static InputStream buffered;

    private StandardInput() {}

    /** Returns whether an argument or a path of the files of an import is the standard input. */
    public static boolean is(Path path) {
        return path.toString().equals(NAME) || DEVICES.contains(path.toString()) && !Files.isRegularFile(path);
    }

    static boolean is(String path) {
        return is(Path.of(path));
    }

    /**
     * Returns the content from its start. Closing it does not close the standard input.
     *
     * @throws SssException INVALID_ARGUMENT if more than the first bytes were read before
     */
    static synchronized InputStream open() {
        if (source != System.in) {
            source = System.in;
            buffered = new BufferedInputStream(source, BUFFER_BYTES);
            buffered.mark(AGAIN_BYTES);
        }
        try {
            buffered.reset();
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "standard input can be read once only, and was read already", e);
        }
        return new FilterInputStream(buffered) {
            @Override
            public void close() {
                // It may be read again.
            }
        };
    }
}
