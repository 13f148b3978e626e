package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.benchmarks.programs.JavaSystem;
import org.sss.benchmarks.programs.SssSystem;

@Timeout(60)
class ProgramSessionIT {
    /** Of processor time, and many times what a repetition that does nothing takes. */
    private static final double MUCH_SECONDS = 0.5;

    @TempDir
    Path directory;

    /** Reports the collections of garbage and the options of its process; its answer takes much of the processor. */
    public static final class Facts implements Programs {
        @Override
        public Program open(Workload workload) {
            return new Program() {
                @Override
                public boolean load() {
                    return false;
                }

                @Override
                public Map<String, Double> run() {
                    List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
                    return Map.of(
                            "collections",
                            (double) ManagementFactory.getGarbageCollectorMXBeans().stream()
                                    .filter(collector -> !collector.getName().contains("Young"))
                                    .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                                    .sum(),
                            "of_nodes",
                            (double) JavaProcess.NODE_OPTIONS.stream()
                                    .filter(options::contains)
                                    .count(),
                            "heap_mib",
                            (double) (Runtime.getRuntime().maxMemory() >> 20));
                }

                @Override
                public Map<String, Double> detailsAfterRun() {
                    work();
                    return Map.of("more", 0.5);
                }

                @Override
                public String digest() {
                    work();
                    return "two words";
                }

                @Override
                public void close() {
                    // It has nothing open.
                }
            };
        }

        private static void work() {
            long end = cpuNanos() + (long) (MUCH_SECONDS * 1e9);
            while (cpuNanos() < end) {
                Thread.onSpinWait();
            }
        }

        private static long cpuNanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    @Test
    void noRepetitionPaysForItsAnswerOrForACollectionOfGarbage() throws Exception {
        try (ProgramSession session = session(Launch.ofSuite(List.of()))) {
            double collections = session.run().details().get("collections");
            Measurement run = session.run();
            assertThat(run.usage().cpuSeconds()).isLessThan(MUCH_SECONDS);
            assertThat(run.usage().peakRssBytes()).isPositive();
            assertThat(run.digest()).isEqualTo("two words");
            assertThat(run.details()).containsEntry("collections", collections).containsEntry("more", 0.5);
        }
    }

    @Test
    void thePlainProgramsRunWithoutTheOptionsOfNodes() throws Exception {
        try (ProgramSession session = session(launch(new JavaSystem(), Map.of("heap", "48m")))) {
            assertThat(session.run().details()).containsEntry("of_nodes", 0.0).containsEntry("heap_mib", 48.0);
        }
        try (ProgramSession session = session(launch(new SssSystem(), Map.of("heap", "64m")))) {
            assertThat(session.run().details())
                    .containsEntry("of_nodes", (double) JavaProcess.NODE_OPTIONS.size())
                    .containsEntry("heap_mib", 64.0);
        }
    }

    @Test
    void theClientOfNodesThatAreProcessesDoesNotTakeTheirHeap() throws Exception {
        assertThat(launch(new SssSystem(), Map.of("heap", "8g", "processes", "true"))
                        .options())
                .contains("-Xmx1024m");
    }

    private Launch launch(HostedEngine engine, Map<String, String> parameters) throws IOException {
        return engine.launch(workload(parameters));
    }

    private Workload workload(Map<String, String> parameters) {
        return new Workload("any", null, parameters, directory);
    }

    private ProgramSession session(Launch launch) throws IOException {
        return new ProgramSession("any", Facts.class.getName(), launch, true, workload(Map.of()));
    }
}
