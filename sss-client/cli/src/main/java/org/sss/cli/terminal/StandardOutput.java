package org.sss.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The standard output of this process. Throws {@link ClosedPipe} once its reader has closed it. One thread at a time.
 */
public final class StandardOutput extends FilterOutputStream {
    private static final Path LINUX_NAME = Path.of("/proc/self/fd/1");

    private final Path name;

    /** The reader of the output has closed it, as in {@code sss ... | head}. */
    public static final class ClosedPipe extends IOException {
        private static final long serialVersionUID = 1L;

        public ClosedPipe(IOException cause) {
            super("the output was closed: " + cause.getMessage(), cause);
        }
    }

    public StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out), LINUX_NAME);
    }

    /** @param name symbolic link to the file or pipe of {@code out} */
    StandardOutput(OutputStream out, Path name) {
        super(out);
        this.name = name;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw isPipe()
                    ? new ClosedPipe(e)
                    : new IOException("cannot write to standard output: " + e.getMessage(), e);
        }
    }

    /** Checked instead of the error message, which is localized: writes to a pipe fail only when it is closed. */
    private boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(name).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }
}
