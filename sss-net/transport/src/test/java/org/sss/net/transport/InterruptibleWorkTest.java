package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterruptibleWorkTest {
    private final InterruptibleWork work = new InterruptibleWork();

    @Test
    void interruptsOnlyWhileItRuns() {
        assertThat(work.interrupt()).isFalse();
        work.start();
        assertThat(work.thread()).isSameAs(Thread.currentThread());
        assertThat(work.interrupt()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        work.end();
        assertThat(work.thread()).isNull();
        assertThat(work.interrupt()).isFalse();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void interruptDoesNotReachWhatTheThreadDoesNext() {
        work.start();
        work.interrupt();
        work.end();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void canStartAgain() {
        work.start();
        work.end();
        work.start();
        assertThat(work.interrupt()).isTrue();
        work.end();
    }
}
