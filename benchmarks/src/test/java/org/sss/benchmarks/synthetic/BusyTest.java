package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BusyTest {
    private static final int THREADS = 4 * Runtime.getRuntime().availableProcessors();
    private static final long NANOS = 40_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void threadsThatWaitForAProcessorComputeAsMuchAsOneThatDoesNot() throws InterruptedException {
        long[] cpuNanos = new long[THREADS];
        Thread[] all = IntStream.range(0, THREADS)
                .mapToObj(i -> new Thread(() -> {
                    Busy busy = Busy.of(NANOS);
                    long start = threads.getCurrentThreadCpuTime();
                    busy.compute(1);
                    cpuNanos[i] = threads.getCurrentThreadCpuTime() - start;
                }))
                .toArray(Thread[]::new);
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(LongStream.of(cpuNanos).min().orElseThrow()).isGreaterThan(NANOS / 2);
    }

    @Test
    void noComputationTakesNone() {
        Busy busy = Busy.of(0);
        long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < 1000; i++) {
            busy.compute(1_000_000);
        }
        assertThat(threads.getCurrentThreadCpuTime() - start).isLessThan(NANOS);
    }
}
