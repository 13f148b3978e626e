package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.SssException;

/** Runs in separate processes, since a loaded library stays loaded. */
class NoNativeLibrariesIT {
    @TempDir
    Path directory;

    /** The program of these processes: writes and reads a block with each codec and prints the result. */
    static final class Program {
        public static void main(String[] args) {
            for (Compression compression : Compression.values()) {
                System.out.println(compression + " " + outcome(compression));
            }
        }

        private static String outcome(Compression compression) {
            try {
                List<Blocks.Tuple> tuples = List.of(new Blocks.Tuple(new byte[10], new byte[5000]));
                List<byte[]> blocks = Blocks.write(tuples, compression);
                return (Blocks.read(blocks).equals(tuples) ? "works, " : "fails, ") + blocks.get(0).length + " bytes";
            } catch (SssException e) {
                return e.code() + ": " + e.getMessage();
            }
        }
    }

    @Test
    void withoutLibraryDirectoryLz4UsesJavaAndZstdReportsRemedy() throws Exception {
        List<String> lines = run("-Djava.io.tmpdir=" + directory.resolve("missing"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEqualTo("NONE works, 5045 bytes");
        assertThat(lines.get(1)).matches("LZ4 works, \\d\\d bytes");
        assertThat(lines.get(2))
                .startsWith("ZSTD INVALID_ARGUMENT: ")
                .contains("-DZstdTempFolder=DIR", "-DZstdNativePath=FILE", "LZ4");
    }

    @Test
    void namesMissingLibrary() throws Exception {
        Path file = directory.resolve("libzstd.so");
        assertThat(run("-DZstdNativePath=" + file).get(2))
                .startsWith("ZSTD INVALID_ARGUMENT: ")
                .contains(file.toString());
    }

    @Test
    void loadedLibrariesPrintNothing() throws Exception {
        List<String> lines = run("-Djava.io.tmpdir=" + directory);
        assertThat(lines).hasSize(3).allMatch(line -> line.contains(" works, "));
        assertThat(directory).isDirectoryNotContaining("glob:**zstd*");
    }

    private List<String> run(String option) throws IOException, InterruptedException {
        Path output = directory.resolve("out");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                option,
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        // Newer JDKs warn if java.io.tmpdir does not exist.
        return Files.readAllLines(output).stream()
                .filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))
                .toList();
    }
}
