package org.sss.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Workload;

class ColdEngineTest {
    private final ColdEngine engine = new ColdEngine();

    @Test
    void nodesThatAreProcessesAreNotStartedCold() {
        assertThat(engine.runs(workload("cold-start", Map.of("nodes", "2")))).isTrue();
        assertThat(engine.runs(workload("cold-start", Map.of("nodes", "2", "processes", "true"))))
                .isFalse();
        assertThat(engine.runs(workload("empty-jobs", Map.of()))).isFalse();
    }

    private static Workload workload(String name, Map<String, String> parameters) {
        return new Workload(name, null, parameters, Path.of("."));
    }
}
