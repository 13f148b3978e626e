package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessMeterTest {
    private final ProcessMeter meter = ProcessMeter.ofThisProcess();

    @Test
    void timeThatAThreadTakesIsCounted() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        meter.reset();
        long begin = threads.getCurrentThreadCpuTime();
        long sum = 0;
        while (threads.getCurrentThreadCpuTime() - begin < TimeUnit.MILLISECONDS.toNanos(200)) {
            sum += System.nanoTime();
        }
        // The kernel counts in steps of 10 ms.
        assertThat(meter.usage().cpuSeconds()).as("with %d", sum).isGreaterThanOrEqualTo(0.18);
    }

    @Test
    void memoryThatIsInUseIsPartOfThePeak() {
        meter.reset();
        byte[] held = new byte[64 << 20];
        Arrays.fill(held, (byte) 1);
        assertThat(meter.usage().peakRssBytes()).isGreaterThan(held.length);
    }

    @Test
    void aProcessThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> new ProcessMeter(Integer.MAX_VALUE).usage()).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(Integer.toString(Integer.MAX_VALUE));
    }
}
