package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands on a machine that has much else to do, as processes of their own: each succeeds, however long it takes, and
 * a cluster starts and stops. Prints how long each command took.
 */
@Tag("slow")
class BusyMachineIT {
    private static final int BUSY_PER_CORE = Integer.getInteger("sss.busy", 20);
    private static final int ROUNDS = Integer.getInteger("sss.rounds", 2);
    /** The busy processes end by themselves, also if this one is killed. */
    private static final int BUSY_SECONDS = 3_600;
    /** Of one command. */
    private static final int PATIENCE_SECONDS = 600;

    @TempDir
    private Path directory;

    private final List<Process> busy = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    @BeforeEach
    void keepTheMachineBusy() throws IOException {
        for (int i = 0; i < BUSY_PER_CORE * Runtime.getRuntime().availableProcessors(); i++) {
            busy.add(new ProcessBuilder("timeout", String.valueOf(BUSY_SECONDS), "sh", "-c", "while :; do :; done")
                    .start());
        }
    }

    @AfterEach
    void end() {
        busy.forEach(Process::destroy);
    }

    @Test
    void commandsSucceedOnABusyMachine() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "the cat\nand the dog\n");
        for (int round = 0; round < ROUNDS; round++) {
            String cluster = directory.resolve("cluster-" + round).toString();
            String address = run(null, "cluster", "start", "--nodes", "2", "--dir", cluster, "--port", "0")
                    .strip();
            run(address, "group", "import", "lines", text.toString());
            run(address, "stream", "--input", "lines", "--output", "upper", "--map", "tr a-z A-Z");
            run(address, "group", "count", "upper");
            run(address, "cluster", "status");
            run(address, "jobs");
            run(null, "cluster", "stop", "--dir", cluster);
            run(null, "cluster", "start", "--dir", cluster);
            run(address, "group", "count", "upper");
            run(null, "cluster", "stop", "--dir", cluster);
        }
        assertThat(failures).isEmpty();
    }

    /** @return its standard output */
    private String run(String address, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.sss.cli.Main"));
        Collections.addAll(command, args);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("SSS_TOKEN_FILE", "XDG_CONFIG_HOME", "SSS_SECURITY", "SSS_CLUSTER"));
        builder.environment().put("HOME", directory.toString());
        if (address != null) {
            builder.environment().put("SSS_CLUSTER", address);
        }
        long startNanos = System.nanoTime();
        Process process = builder.start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        String what = String.join(" ", args).replace(directory.toString() + "/", "");
        System.out.printf(
                "%.1f s  exit code %s  sss %s%n",
                (System.nanoTime() - startNanos) / 1e9, ended ? process.exitValue() : "-", what);
        if (!ended || process.exitValue() != 0) {
            failures.add(what + ": " + Files.readString(err));
        }
        return Files.readString(out);
    }
}
