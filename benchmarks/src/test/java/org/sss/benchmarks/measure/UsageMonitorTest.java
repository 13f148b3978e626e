package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.sss.cli.cluster.ProcessStat;

class UsageMonitorTest {
    @Test
    void theWorkOfAChildCountsAlsoWhenItHasEnded() throws IOException {
        Process shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        "read go; bash -c 'for ((i = 0; i < 200000; i++)); do :; done; sleep 0.2'; echo done; read end")
                .start();
        try (UsageMonitor monitor = UsageMonitor.watch(shell.pid())) {
            OutputStream in = shell.getOutputStream();
            in.write('\n');
            in.flush();
            shell.inputReader().readLine();
            assertThat(monitor.usage().cpuSeconds()).isGreaterThan(0.05);
        } finally {
            shell.destroy();
        }
    }

    @Test
    void thisProcessHasMemory() {
        try (UsageMonitor monitor = UsageMonitor.watch(ProcessHandle.current().pid())) {
            assertThat(monitor.usage().peakRssBytes()).isGreaterThan(10 << 20);
            assertThat(monitor.usage().cpuSeconds()).isNotNegative();
        }
    }

    @Test
    void aProcessThatStartsProgramsDoesNotHaveItsMemoryTwice() throws Exception {
        byte[] memory = new byte[150 << 20];
        Arrays.fill(memory, (byte) 1);
        long pid = ProcessHandle.current().pid();
        AtomicBoolean isDone = new AtomicBoolean();
        CompletableFuture<Void> starting = CompletableFuture.runAsync(() -> startPrograms(isDone));
        try (UsageMonitor monitor = UsageMonitor.watch(pid)) {
            for (int looks = 0; looks < 2000; looks++) {
                monitor.usage();
            }
            assertThat(monitor.usage().peakRssBytes())
                    .isLessThan(ResidentMemory.bytes(ProcessStat.read(pid)) + memory.length);
        } finally {
            isDone.set(true);
        }
        starting.get(1, TimeUnit.MINUTES);
        Reference.reachabilityFence(memory);
    }

    private static void startPrograms(AtomicBoolean isDone) {
        while (!isDone.get()) {
            try {
                new ProcessBuilder("true").start().onExit().join();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
