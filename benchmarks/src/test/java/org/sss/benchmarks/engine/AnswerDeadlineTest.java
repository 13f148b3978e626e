package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class AnswerDeadlineTest {
    @Test
    void aProcessThatAnswersNoMoreIsKilled() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "echo ready; sleep 1000").start();
        try (BufferedReader answers = process.inputReader()) {
            AnswerDeadline deadline = new AnswerDeadline(process, Duration.ofSeconds(1));
            assertThat(deadline.await(answers::readLine)).isEqualTo("ready");
            assertThatThrownBy(() -> deadline.await(answers::readLine))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                    .hasMessageContaining("there was no answer for");
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theEndOfAProcessIsNoAnswer() throws Exception {
        Process process = new ProcessBuilder("true").start();
        try (BufferedReader answers = process.inputReader()) {
            assertThat(new AnswerDeadline(process).await(answers::readLine)).isNull();
        }
    }
}
