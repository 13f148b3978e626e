package org.sss.server.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedTimerTest {
    private final ScheduledThreadPoolExecutor timer =
            (ScheduledThreadPoolExecutor) Executors.newScheduledThreadPool(1, SharedTimerTest::thread);
    private final SharedTimer ticks = new SharedTimer(timer, 1);
    private final AtomicInteger calls = new AtomicInteger();
    private final Runnable count = calls::incrementAndGet;

    /** Ignores uncaught errors. */
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "ticks");
        thread.setUncaughtExceptionHandler((who, error) -> {});
        return thread;
    }

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void callsAddedCallbackRepeatedly() {
        ticks.add(count);
        await().untilAsserted(() -> assertThat(calls).hasValueGreaterThan(3));
    }

    @Test
    void oneTimerServesAll() {
        SharedTimer rare = new SharedTimer(timer, 1_000_000);
        for (int i = 0; i < 100; i++) {
            int each = i;
            rare.add(() -> calls.addAndGet(each));
        }
        assertThat(timer.getQueue()).hasSize(1);
    }

    @Test
    void stopsWithoutCallbacksAndRestartsWithNextOne() {
        ticks.add(count);
        ticks.remove(count);
        await().untilAsserted(() -> assertThat(timer.getQueue()).isEmpty());
        ticks.add(count);
        await().untilAsserted(() -> assertThat(calls).hasValueGreaterThan(1));
    }

    @Test
    void callbackIsCalledAgainAfterOutOfMemory() {
        AtomicInteger hungry = new AtomicInteger();
        ticks.add(() -> {
            if (hungry.incrementAndGet() == 1) {
                throw new OutOfMemoryError("as the test wants it");
            }
        });
        await().untilAsserted(() -> assertThat(hungry).hasValueGreaterThan(3));
    }

    @Test
    void errorOfOneCallbackDoesNotAffectOthers() {
        AtomicInteger errors = new AtomicInteger();
        ticks.add(() -> {
            errors.incrementAndGet();
            throw new AssertionError("as the test wants it");
        });
        await().untilAsserted(() -> assertThat(errors).hasValue(1));
        ticks.add(count);
        await().untilAsserted(() -> assertThat(calls).hasValueGreaterThan(3));
        assertThat(errors).hasValue(1);
    }

    @Test
    void periodicTaskContinuesAfterError() {
        AtomicInteger errors = new AtomicInteger();
        timer.scheduleWithFixedDelay(
                new PeriodicTask("the test", () -> {
                    if (errors.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("as the test wants it");
                    }
                }),
                1,
                1,
                TimeUnit.MILLISECONDS);
        await().untilAsserted(() -> assertThat(errors).hasValueGreaterThan(1));
    }

    @Test
    void failingCallbackIsRemovedAndDoesNotAffectOthers() {
        AtomicInteger failures = new AtomicInteger();
        ticks.add(() -> {
            failures.incrementAndGet();
            throw new IllegalStateException("as the test wants it");
        });
        ticks.add(count);
        await().untilAsserted(() -> assertThat(calls).hasValueGreaterThan(3));
        assertThat(failures).hasValue(1);
    }
}
