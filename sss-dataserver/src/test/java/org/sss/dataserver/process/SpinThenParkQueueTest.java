package org.sss.dataserver.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SpinThenParkQueueTest {
    private static final int WORKS = 200;

    @Test
    void runsAllTasksWhetherThreadsSpinOrPark() throws InterruptedException {
        ExecutorService pool =
                ServerThreads.pool(2, work -> ServerThreads.of(work, "lingering"), new SpinThenParkQueue());
        CountDownLatch left = new CountDownLatch(WORKS);
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < WORKS; i++) {
            int number = i;
            pool.execute(() -> {
                done.add(number);
                left.countDown();
            });
            LockSupport.parkNanos(i % 10 == 0 ? 10_000_000 : 100_000);
        }
        assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(done).hasSize(WORKS);
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
}
