package org.sss.client.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class ImportWorkersTest {
    private static final SssException TOO_LARGE = new SssException(ErrorCode.TOO_LARGE, "file 'a' has a line of 2 GiB");

    private final ImportWorkers workers = new ImportWorkers(2);

    @Test
    void reportsTheCauseInsteadOfStoppedWorkers() {
        assertThatThrownBy(() -> workers.run(number -> {
                    if (number == 1) {
                        throw TOO_LARGE;
                    }
                    await().until(workers::isStopped);
                    workers.checkNotStopped();
                }))
                .isSameAs(TOO_LARGE);
        assertThat(workers.allEnded()).isTrue();
    }

    @Test
    void reportsTheFirstFailure() {
        assertThatThrownBy(() -> workers.run(number -> {
                    if (number == 1) {
                        throw TOO_LARGE;
                    }
                    await().until(workers::isStopped);
                    throw new IllegalStateException("the pipe was closed while it was read");
                }))
                .isSameAs(TOO_LARGE);
    }

    @Test
    void interruptsABlockedWorkerWhenAnotherFails() {
        CompletableFuture<Void> started = new CompletableFuture<>();
        CompletableFuture<Void> neverComes = new CompletableFuture<>();
        AtomicReference<Throwable> ended = new AtomicReference<>();
        assertThatThrownBy(() -> workers.run(number -> {
                    if (number == 1) {
                        started.orTimeout(20, TimeUnit.SECONDS).join();
                        throw TOO_LARGE;
                    }
                    started.complete(null);
                    try {
                        neverComes.get(20, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        ended.set(e);
                        throw new IllegalStateException(e);
                    }
                }))
                .isSameAs(TOO_LARGE);
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        assertThat(workers.allEnded()).isTrue();
    }

    @Test
    void aJavaErrorStopsTheOtherWorkers() {
        assertThatThrownBy(() -> workers.run(number -> {
                    if (number == 1) {
                        throw new OutOfMemoryError("no heap");
                    }
                    await().until(workers::isStopped);
                    workers.checkNotStopped();
                }))
                .hasMessageContaining("no heap");
    }

    @Test
    void anInterruptedCallerDoesNotWaitForItsWorkers() throws InterruptedException {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CompletableFuture<Void> started = new CompletableFuture<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                workers.run(number -> {
                    started.complete(null);
                    goOn.orTimeout(20, TimeUnit.SECONDS).join();
                });
            } catch (SssException e) {
                thrown.set(e);
            }
        });
        caller.start();
        started.orTimeout(20, TimeUnit.SECONDS).join();
        caller.interrupt();
        caller.join(20_000);
        assertThat(thrown.get())
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(workers.allEnded()).isFalse();
        assertThat(workers.isStopped()).isTrue();
        goOn.complete(null);
    }
}
