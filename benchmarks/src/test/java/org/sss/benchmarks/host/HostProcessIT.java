package org.sss.benchmarks.host;

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
import org.sss.benchmarks.floor.JavaSystem;
import org.sss.benchmarks.jobs.SssSystem;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.store.JavaProcess;

@Timeout(60)
class HostProcessIT {
    @TempDir
    Path directory;

    /** Returns how often all garbage was collected before a run, and which options of Java it has. */
    public static final class Facts implements Programs {
        @Override
        public boolean has(Workload workload) {
            return true;
        }

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
                    return Map.of("collections", (double) ManagementFactory.getGarbageCollectorMXBeans().stream()
                            .filter(collector -> !collector.getName().contains("Young"))
                            .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
                            "of_nodes", (double) JavaProcess.NODE_OPTIONS.stream().filter(options::contains).count(),
                            "heap_mib", (double) (Runtime.getRuntime().maxMemory() >> 20));
                }

                @Override
                public String digest() {
                    return "none";
                }

                @Override
                public void close() {
                    // It holds nothing.
                }
            };
        }
    }

    @Test
    void nobodyTellsAProcessToCollectItsGarbage() throws Exception {
        try (HostProcess process = process(List.of(), Map.of())) {
            double before = process.run().details().get("collections");
            assertThat(process.run().details().get("collections")).isEqualTo(before);
        }
    }

    @Test
    void thePlainProgramsRunWithoutTheOptionsOfNodes() throws Exception {
        HostedEngine java = new JavaSystem();
        HostedEngine sss = new SssSystem();
        try (HostProcess process = process(java.javaOptions(heap("48m")), Map.of())) {
            assertThat(process.run().details()).containsEntry("of_nodes", 0.0).containsEntry("heap_mib", 48.0);
        }
        try (HostProcess process = process(sss.javaOptions(heap("64m")), Map.of())) {
            assertThat(process.run().details()).containsEntry("of_nodes", (double) JavaProcess.NODE_OPTIONS.size())
                    .containsEntry("heap_mib", 64.0);
        }
    }

    @Test
    void theClientOfNodesThatAreProcessesDoesNotTakeTheirHeap() {
        HostedEngine sss = new SssSystem();
        Workload processes = new Workload("any", null, Map.of("heap", "8g", "processes", "true"), directory);
        assertThat(sss.javaOptions(processes)).contains("-Xmx1024m");
    }

    private Workload heap(String size) {
        return new Workload("any", null, Map.of("heap", size), directory);
    }

    private HostProcess process(List<String> options, Map<String, String> parameters) throws IOException {
        return new HostProcess("any", Facts.class, options, new Workload("any", null, parameters, directory));
    }
}
