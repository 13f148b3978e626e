package org.sss.benchmarks.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Workload;

@Timeout(60)
class HostProcessIT {
    @TempDir
    Path directory;

    /** Tells how often garbage was collected before each run. */
    public static final class Collections implements Programs {
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
                    return Map.of("collections", (double) ManagementFactory.getGarbageCollectorMXBeans().stream()
                            .mapToLong(GarbageCollectorMXBean::getCollectionCount).sum());
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
    void theGarbageOfARunIsCollectedBeforeTheNextOne() throws Exception {
        Workload workload = new Workload("any", null, Map.of(), directory);
        try (HostProcess process = new HostProcess("collector", Collections.class, workload)) {
            double before = collections(process.run());
            double then = collections(process.run());
            assertThat(then).isGreaterThan(before);
            assertThat(collections(process.run())).isGreaterThan(then);
        }
    }

    private static double collections(Run run) {
        return run.details().get("collections");
    }
}
