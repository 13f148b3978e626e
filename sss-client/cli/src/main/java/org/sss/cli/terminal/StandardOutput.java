package org.sss.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The standard output of this process. That nobody reads it any more is an error of its own. One thread at a time. */
public final class StandardOutput extends FilterOutputStream {
    private static final Path LINUX_NAME = Path.of("/proc/self/fd/1");

    private final Path name;

    /** Whoever read the output has closed it: {@code sss ... | head}. */
    public static final class ClosedPipe extends IOException {
        private static final long serialVersionUID = 1L;

        public ClosedPipe(IOException cause) {
            super("nobody reads the output any more: " + cause.getMessage(), cause);
        }
    }

    public StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out), LINUX_NAME);
    }

    /** @param name a link that says what {@code out} is */
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
            throw isPipe() ? new ClosedPipe(e) : new IOException("cannot write the standard output: " + e.getMessage(), e);
        }
    }

    /** The text of the error is in the user's language; but a pipe fails for one reason only. */
    private boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(name).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }
}
