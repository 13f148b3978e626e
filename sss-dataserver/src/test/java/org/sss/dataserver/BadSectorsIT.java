package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * EIO in the middle of a segment, at reads and at writes: the system calls of a process fail, by a library that is
 * loaded before all others.
 */
final class BadSectorsIT {
    @TempDir
    Path directory;

    @Test
    void badSectorsFailOnlyTheirReaders() throws IOException {
        List<String> lines = run(BadSectors.class);
        assertThat(lines).hasSize(13);
        for (int read = 0; read < 4; read++) {
            assertThat(lines.get(read))
                    .as("read %d", read)
                    .contains("STORAGE", "group 2, subgroup 0", "groups/2/0-1.sss", "Input/output error");
        }
        assertThat(lines.subList(4, 6)).containsExactly("SAID others are served: true", "SAID nothing is lost: true");
        assertThat(lines.get(6)).contains("STORAGE", "group 3, subgroup 5", "groups/3", "Input/output error");
        assertThat(lines.get(8))
                .contains("STORAGE", "group 3", "groups/3", "Input/output error", "what was written is dropped");
        assertThat(List.of(lines.get(7), lines.get(9))).containsOnly("SAID everything else continues: true");
        assertThat(lines.get(10)).contains("STORAGE", "verify the data directory", "Input/output error");
        assertThat(lines.get(11)).contains("STORAGE", "recover group 2", "groups/2", "Input/output error");
        assertThat(lines.get(12)).isEqualTo("SAID others are served: true");
    }

    @Test
    void aFileOfTuplesThatCannotBeReadIsNotLost() throws IOException {
        List<String> lines = run(BadTuples.class);
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).contains("STORAGE", "open the tuples of this node", "tuples.bdb", "read error");
        for (int read = 1; read < 3; read++) {
            assertThat(lines.get(read)).contains("STORAGE", "read the tuples of this node", "tuples.bdb", "errno 5");
        }
        assertThat(lines.get(3)).isEqualTo("SAID nothing is lost: true");
    }

    private List<String> run(Class<?> program) throws IOException {
        Path library = directory.resolve("libbad-disk.so");
        assumeTrue(
                TinyFileSystem.run(
                        "gcc", "-shared", "-fPIC", "-o", library.toString(), "src/test/native/bad-disk.c", "-ldl"),
                "C can be compiled here");
        Path control = directory.resolve("bad");
        ProcessBuilder command = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        program.getName(),
                        directory.resolve("data").toString(),
                        control.toString())
                .redirectErrorStream(true);
        command.environment().put("LD_PRELOAD", library.toString());
        command.environment().put("BAD_DISK", control.toString());
        Process server = command.start();
        try (var lines = server.inputReader()) {
            return lines.lines().filter(line -> line.startsWith("SAID ")).toList();
        } finally {
            server.destroyForcibly();
        }
    }
}
