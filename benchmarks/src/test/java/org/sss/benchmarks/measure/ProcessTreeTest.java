package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {
    @Test
    void theWorkOfAChildCountsAlsoWhenItHasEnded() throws IOException {
        Process shell = new ProcessBuilder("bash", "-c",
                "read go; bash -c 'for ((i = 0; i < 200000; i++)); do :; done; sleep 0.2'; echo done; read end").start();
        try (ProcessTree tree = ProcessTree.watch(shell.pid())) {
            OutputStream in = shell.getOutputStream();
            in.write('\n');
            in.flush();
            shell.inputReader().readLine();
            assertThat(tree.usage().cpuSeconds()).isGreaterThan(0.05);
        } finally {
            shell.destroy();
        }
    }

    @Test
    void thisProcessHasMemory() {
        try (ProcessTree tree = ProcessTree.watch(ProcessHandle.current().pid())) {
            assertThat(tree.usage().peakRssBytes()).isGreaterThan(10 << 20);
            assertThat(tree.usage().cpuSeconds()).isNotNegative();
        }
    }
}
