package org.sss.io.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.SssException;

class PipesTest {
    private static final Chunk PIECE = new Chunk(new byte[1], 1);

    private final AtomicBoolean ended = new AtomicBoolean(true);
    private final Pipes pipes = new Pipes(ended::get, Duration.ofMillis(1));

    /** The process has ended, and a child of it holds its standard input and reads nothing. */
    @Test
    @Timeout(30)
    void doesNotWaitForInputAfterProcessEnd() throws InterruptedException {
        while (pipes.send(PIECE)) {
            // until there is no room
        }
        assertThat(pipes.awaitOutputOrRoom()).isNull();
        assertThat(pipes.send(PIECE)).isTrue();
        assertThat(pipes.isBroken()).isTrue();
        assertThatThrownBy(pipes::checkNotAbandoned)
                .isInstanceOf(SssException.class)
                .hasMessageContaining("standard input or output");
    }

    @Test
    @Timeout(30)
    void doesNotWaitForOutputAfterProcessEnd() throws InterruptedException {
        pipes.addOutput(PIECE);
        assertThat(pipes.awaitOutput()).isSameAs(PIECE);
        assertThat(pipes.awaitOutput()).isNull();
        assertThatThrownBy(pipes::checkNotAbandoned).isInstanceOf(SssException.class);
    }

    @Test
    void orderlyEndIsNotAbandoned() throws InterruptedException {
        pipes.addOutput(PIECE);
        pipes.endOutput();
        assertThat(pipes.awaitOutput()).isSameAs(PIECE);
        assertThat(pipes.awaitOutput()).isNull();
        pipes.checkNotAbandoned();
    }
}
