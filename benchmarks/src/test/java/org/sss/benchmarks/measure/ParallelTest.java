package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ParallelTest {
    @Test
    void allThreadsRunAtOnceAndResultsComeInTheirOrder() throws Exception {
        CyclicBarrier all = new CyclicBarrier(5);
        Parallel.Outcome<Integer> outcome = Parallel.run(5, i -> {
            all.await(60, TimeUnit.SECONDS);
            return i * i;
        });
        assertThat(outcome.results()).containsExactly(0, 1, 4, 9, 16);
        assertThat(outcome.startNanos()).isLessThanOrEqualTo(System.nanoTime());
    }

    @Test
    void theFirstFailureIsThrownWhenAllHaveEnded() {
        AtomicInteger ended = new AtomicInteger();
        assertThatThrownBy(() -> Parallel.run(3, i -> {
                    ended.incrementAndGet();
                    throw new IllegalStateException("thread " + i);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("thread 0");
        assertThat(ended).hasValue(3);
    }
}
