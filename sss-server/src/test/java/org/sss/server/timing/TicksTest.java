package org.sss.server.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TicksTest {
    private final ScheduledThreadPoolExecutor timer = (ScheduledThreadPoolExecutor) Executors.newScheduledThreadPool(1);
    private final Ticks ticks = new Ticks(timer, 1);
    private final AtomicInteger calls = new AtomicInteger();
    private final Runnable count = calls::incrementAndGet;

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void whoIsAddedIsCalledAgainAndAgain() {
        ticks.add(count);
        await().untilAsserted(() -> assertThat(calls).hasValueGreaterThan(3));
    }

    @Test
    void oneTimerServesAll() {
        Ticks rare = new Ticks(timer, 1_000_000);
        for (int i = 0; i < 100; i++) {
            int each = i;
            rare.add(() -> calls.addAndGet(each));
        }
        assertThat(timer.getQueue()).hasSize(1);
    }

    @Test
    void nothingIsPlannedWhenNobodyIsLeftAndWhoComesLaterIsCalledAllTheSame() {
        ticks.add(count);
        ticks.remove(count);
        await().untilAsserted(() -> assertThat(timer.getQueue()).isEmpty());
        ticks.add(count);
        await().untilAsserted(() -> assertThat(calls).hasValueGreaterThan(1));
    }

    @Test
    void whoFailsIsCalledOnceAndDoesNotDisturbTheOthers() {
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
