package org.sss.benchmarks.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.benchmarks.engines.runner.Runner;
import org.sss.benchmarks.measure.Run;

@Timeout(60)
class RivalSessionIT {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Of processor time, and many times what a repetition that does nothing takes. */
    private static final double MUCH_SECONDS = 0.5;

    @TempDir
    Path directory;

    /** Does nothing but answer, and that takes much of the processor. */
    static final class SlowToAnswer extends Runner {
        private int runs;

        public static void main(String[] args) throws Exception {
            try (Runner runner = new SlowToAnswer()) {
                ((SlowToAnswer) runner).serve();
            }
        }

        @Override
        protected boolean load() {
            return false;
        }

        @Override
        protected Map<String, Double> run() {
            if (++runs == 3) {
                throw new IllegalStateException("no more");
            }
            return Map.of("runs", (double) runs);
        }

        @Override
        protected void addDetails(Map<String, Double> details) {
            work();
            details.put("more", 0.5);
        }

        @Override
        protected String digest() {
            work();
            return "two words";
        }

        private static void work() {
            long end = cpuNanos() + (long) (MUCH_SECONDS * NANOS_PER_SECOND);
            while (cpuNanos() < end) {
                Thread.onSpinWait();
            }
        }

        private static long cpuNanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }

        @Override
        public void close() throws IOException {
            System.in.close();
        }
    }

    @Test
    void noRepetitionPaysForTheAnswer() throws Exception {
        try (RivalSession session = session()) {
            for (int i = 1; i <= 2; i++) {
                Run run = session.run();
                assertThat(run.usage().cpuSeconds()).isLessThan(MUCH_SECONDS);
                assertThat(run.usage().peakRssBytes()).isPositive();
                assertThat(run.digest()).isEqualTo("two words");
                assertThat(run.details()).isEqualTo(Map.of("runs", (double) i, "more", 0.5));
            }
            assertThatThrownBy(session::run).isInstanceOf(SssException.class).hasMessageContaining("no more");
        }
    }

    /** As at Ctrl-C, when all files of a run are being deleted. */
    @Test
    void aProcessWhoseLogIsGoneIsStillToldByItsName() throws Exception {
        try (RivalSession session = session()) {
            session.run();
            session.run();
            Files.delete(directory.resolve("slow.log"));
            assertThatThrownBy(session::run).isInstanceOf(SssException.class).hasMessageContaining("the process of slow failed")
                    .hasMessageContaining("no more; its log is empty");
        }
    }

    private RivalSession session() throws IOException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), SlowToAnswer.class.getName());
        return new RivalSession("slow", command, Map.of(), directory, true);
    }
}
