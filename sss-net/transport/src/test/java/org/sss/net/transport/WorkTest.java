package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class WorkTest {
    private static void assertRefused(Executor executor, String... words) {
        assertThatThrownBy(() -> Work.execute(executor, () -> {}, "call 'greet'"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageStartingWith("call 'greet' was refused: ")
                .hasMessageContainingAll(words);
    }

    @Test
    void rejectsWorkWithoutAThread() {
        assertRefused(
                work -> {
                    throw new OutOfMemoryError("unable to create native thread");
                },
                "no thread can be started",
                "unable to create native thread",
                "ulimit -u");
        assertRefused(
                work -> {
                    throw new RejectedExecutionException("full");
                },
                "full");
        assertRefused(
                work -> {
                    throw new RejectedExecutionException();
                },
                "the node is stopping");
    }
}
