package org.sss.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardOutputTest {
    private static final IOException ERROR = new IOException("Relais bris\u00e9 (pipe)");

    @TempDir
    Path directory;

    private StandardOutput failing(String target) throws IOException {
        return new StandardOutput(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw ERROR;
                    }
                },
                Files.createSymbolicLink(directory.resolve("1"), Path.of(target)));
    }

    @Test
    void detectsAClosedPipeInAnyLocale() throws IOException {
        assertThatThrownBy(() -> failing("pipe:[123]").write(new byte[9]))
                .isInstanceOf(StandardOutput.ClosedPipe.class)
                .hasCause(ERROR);
    }

    @Test
    void aFullDiskIsNotAClosedPipe() throws IOException {
        assertThatThrownBy(() -> failing("/mnt/full/result").write(1))
                .isNotInstanceOf(StandardOutput.ClosedPipe.class)
                .hasCause(ERROR)
                .hasMessageContaining("cannot write to standard output");
    }

    @Test
    void writesToTheUnderlyingStream() throws IOException {
        Path file = directory.resolve("out");
        try (StandardOutput out = new StandardOutput(Files.newOutputStream(file), file)) {
            out.write("a line".getBytes());
            out.write('\n');
        }
        assertThat(file).hasContent("a line\n");
    }
}
