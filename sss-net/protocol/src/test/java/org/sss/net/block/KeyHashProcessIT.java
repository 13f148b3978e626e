package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.openhft.hashing.LongHashFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hashes of long keys are the same in each process, interpreted and compiled by each of the JVM's compilers. */
class KeyHashProcessIT {
    private static final List<String> MODES =
            List.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation", "-XX:+TieredCompilation");
    private static final int PROCESSES = 200;
    private static final int MILLIS = 800;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeExpectedHashes() throws IOException {
        byte[] pattern = KeyHashCheck.pattern();
        ByteBuffer hashes = ByteBuffer.allocate((pattern.length + 1) * Long.BYTES);
        LongHashFunction reference = LongHashFunction.xx3(KeyHash.SEED);
        for (int length = 0; length <= pattern.length; length++) {
            hashes.putLong(reference.hashBytes(pattern, 0, length));
        }
        Files.write(expected(), hashes.array());
    }

    private Path expected() {
        return directory.resolve("expected");
    }

    @Test
    void eachCompilerComputesTheSameHashes() throws Exception {
        assertThat(failures(1, MODES, MILLIS / 4)).isEmpty();
    }

    /**
     * Runs twice as many concurrent processes as processors, since a compiler fault may depend on the time of
     * compilation.
     */
    @Test
    @Tag("slow")
    void twoHundredProcessesComputeTheSameHashes() throws Exception {
        List<String> modes = new ArrayList<>(Collections.nCopies(PROCESSES * 3 / 4, "-XX:+TieredCompilation"));
        while (modes.size() < PROCESSES) {
            modes.addAll(MODES);
        }
        assertThat(failures(2 * Runtime.getRuntime().availableProcessors(), modes.subList(0, PROCESSES), MILLIS))
                .isEmpty();
    }

    private List<String> failures(int atOnce, List<String> modes, int millis) throws Exception {
        List<String> failures = new ArrayList<>();
        List<Process> running = new ArrayList<>();
        try {
            for (int seed = 0; seed < modes.size(); seed++) {
                if (running.size() == atOnce) {
                    addFailure(running.remove(0), failures);
                }
                running.add(start(modes.get(seed), millis, seed));
            }
            while (!running.isEmpty()) {
                addFailure(running.remove(0), failures);
            }
        } finally {
            running.forEach(Process::destroyForcibly);
        }
        return failures;
    }

    private Process start(String mode, int millis, int seed) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        mode,
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KeyHashCheck.class.getName(),
                        expected().toString(),
                        Integer.toString(millis),
                        Integer.toString(seed))
                .redirectErrorStream(true)
                .start();
    }

    private static void addFailure(Process process, List<String> failures) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 || !output.contains("hashes")) {
            failures.add("a process exited with " + process.exitValue() + ": " + output);
        }
    }
}
