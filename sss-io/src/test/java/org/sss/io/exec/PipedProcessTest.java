package org.sss.io.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PipedProcessTest {
    private static final int LINES = 200_000;

    /** More than fits into the pieces that wait for the task and into the pipe, when the process has long ended. */
    @Tag("heavy")
    @Test
    void readsOutputOfChildAfterProcessEnd() throws IOException, InterruptedException {
        String command = "(seq 1 " + LINES / 2 + "; sleep 1; seq " + (LINES / 2 + 1) + " " + LINES + ") & sleep 1";
        long lines = 0;
        try (PipedProcess process = new PipedProcess(new ProcessBuilder("sh", "-c", command).start())) {
            assertThat(process.exitCode()).isZero();
            TimeUnit.MILLISECONDS.sleep(500); // the pieces that may wait are full then
            for (Chunk piece = process.pipes().awaitOutput();
                    piece != null;
                    piece = process.pipes().awaitOutput()) {
                for (int i = 0; i < piece.length(); i++) {
                    lines += piece.bytes()[i] == '\n' ? 1 : 0;
                }
            }
        }
        assertThat(lines).isEqualTo(LINES);
    }
}
