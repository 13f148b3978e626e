package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.synthetic.Busy;

class CompilerTicksTest {
    private static final long DEADLINE_NANOS = 60_000_000_000L;

    /**
     * New classes, loaded again and again, keep Java's compilers busy, as nothing that was compiled of one serves the
     * next.
     */
    public static final class Busy implements LongSupplier {
        @Override
        public long getAsLong() {
            long sum = 0;
            for (int i = 0; i < 1 << 20; i++) {
                sum = sum * 31 + Integer.toString(i & 15).hashCode();
            }
            return sum;
        }
    }

    private static final class Fresh extends ClassLoader {
        Class<?> define(byte[] code) {
            return defineClass(Busy.class.getName(), code, 0, code.length);
        }
    }

    @Test
    void countsWhatJavaCompiles() throws Exception {
        byte[] code = Busy.class.getResourceAsStream("CompilerTicksTest$Busy.class").readAllBytes();
        long pid = ProcessHandle.current().pid();
        try (UsageMonitor monitor = UsageMonitor.watch(pid)) {
            long deadline = System.nanoTime() + DEADLINE_NANOS;
            while (monitor.usage().compilerSeconds() < 0.05 && System.nanoTime() < deadline) {
                LongSupplier busy = (LongSupplier) new Fresh().define(code).getConstructor().newInstance();
                busy.getAsLong();
            }
            Usage usage = monitor.usage();
            assertThat(usage.compilerSeconds()).isBetween(0.05, usage.cpuSeconds() + 0.1);
        }
    }

    @Test
    void whatIsNoJavaOrIsNotThereCompilesNothing() throws Exception {
        Process shell = new ProcessBuilder("sleep", "60").start();
        try {
            CompilerTicks ticks = CompilerTicks.of(List.of(shell.pid(), (long) Integer.MAX_VALUE));
            assertThat(ticks.seconds()).isZero();
        } finally {
            shell.destroy();
        }
    }
}
