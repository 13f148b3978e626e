package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of the maximum size with minimal heaps; needs about 10 GiB of disk. */
@Tag("slow")
class GigabyteValuesIT {
    /** Heap, direct memory, code and threads; pages of files that the operating system counts for the process. */
    private static final long MAX_KIB = 640 << 10;

    @TempDir
    Path directory;

    @Test
    void valuesOfOneGibibytePassThroughHeapsOf256MiB() throws Exception {
        try (NodeProcesses nodes = NodeProcesses.start(directory, 2, "256m")) {
            assertThat(clientPeakKiB(nodes.clientAddress()))
                    .as("peak memory of the client in KiB")
                    .isLessThan(MAX_KIB);
            for (int node = 0; node < nodes.count(); node++) {
                assertThat(nodes.peakKiB(node))
                        .as("peak memory of node %d in KiB", node)
                        .isLessThan(MAX_KIB);
                assertThat(nodes.log(node)).doesNotContain("OutOfMemoryError");
            }
        }
    }

    private long clientPeakKiB(String address) throws IOException, InterruptedException {
        Path log = directory.resolve("client.log");
        Process client = new ProcessBuilder(
                        NodeProcesses.java(),
                        "-Xmx256m",
                        "-XX:MaxDirectMemorySize=64m",
                        "-Dio.netty.maxDirectMemory=" + (64 << 20),
                        "-cp",
                        System.getProperty("java.class.path"),
                        GigabyteValues.class.getName(),
                        address)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(client.waitFor(20, TimeUnit.MINUTES))
                    .as("the client ends")
                    .isTrue();
        } finally {
            client.destroyForcibly();
        }
        String output = Files.readString(log);
        assertThat(client.exitValue()).as(output).isZero();
        assertThat(output).contains("all " + GigabyteValues.VALUES + " values");
        return Long.parseLong(output.replaceAll("(?s).*VmHWM:\\s*(\\d+) kB.*", "$1"));
    }
}
