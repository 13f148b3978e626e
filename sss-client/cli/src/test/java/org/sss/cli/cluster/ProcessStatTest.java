package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessStatTest {
    private static final String STAT = "4711 (a ) b) S 12 1 1 0 -1 0 0 0 0 0 30 7 500 600 20 0 9 0 1 1000 25"
            + " 18446744073709551615 1 1 140734404202544 0 0 0\n";

    @TempDir
    private Path directory;

    @Test
    void findsFieldsAfterAnyCommandName() {
        ProcessStat stat = ProcessStat.of(STAT);
        assertThat(stat.parent()).isEqualTo(12);
        assertThat(stat.ticks()).isEqualTo(37);
        assertThat(stat.residentPages()).isEqualTo(25);
        assertThat(stat.stackStart()).isEqualTo(140734404202544L);
    }

    @Test
    void readsCommandNameThatIsNotUtf8() throws IOException {
        byte[] bytes = STAT.getBytes();
        bytes[6] = (byte) 0xFF;
        assertThat(ProcessStat.read(Files.write(directory.resolve("stat"), bytes))
                        .parent())
                .isEqualTo(12);
    }

    @Test
    void ownProcessRunsUnderItsParent() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        assertThat(ProcessStat.runs(self)).isTrue();
        assertThat(ProcessStat.startTime(self))
                .hasValueSatisfying(ticks -> assertThat(Long.parseLong(ticks)).isPositive());
        assertThat(ProcessStat.read(self.pid()).parent())
                .isEqualTo(self.parent().orElseThrow().pid());
    }

    @Test
    void aProcessThatASignalStoppedIsStopped() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(ProcessStat.isStopped(sleep.toHandle())).isFalse();
            new ProcessBuilder("kill", "-STOP", Long.toString(sleep.pid()))
                    .start()
                    .waitFor();
            await().until(() -> ProcessStat.isStopped(sleep.toHandle()));
            assertThat(ProcessStat.runs(sleep.toHandle())).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void zombieDoesNotRun() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "sleep 0.1 & echo $!; exec sleep 60").start();
        try {
            ProcessHandle child = ProcessHandle.of(
                            Long.parseLong(shell.inputReader().readLine()))
                    .orElseThrow();
            await().until(() -> !ProcessStat.runs(child));
            assertThat(child.isAlive()).isTrue();
        } finally {
            shell.destroyForcibly();
        }
    }
}
