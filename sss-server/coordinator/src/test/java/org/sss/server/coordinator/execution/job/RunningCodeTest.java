package org.sss.server.coordinator.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunningCodeTest {
    private static final List<String> JARS = List.of("a", "b");

    private final RunningCode code = new RunningCode();

    @Test
    void returnsOtherRunningWorkflowsWithSameJars() {
        code.enter(() -> "wf-1", JARS);
        code.enter(() -> "wf-2", List.of("a"));
        code.enter(() -> "wf-3", JARS);
        assertThat(code.enter(() -> "wf-4", JARS)).isEqualTo("wf-4");
        assertThat(code.otherWorkflows("wf-4", JARS)).containsExactly("wf-1", "wf-3");
        code.leave("wf-1");
        assertThat(code.otherWorkflows("wf-4", JARS)).containsExactly("wf-3");
        assertThat(code.otherWorkflows("wf-2", List.of("a"))).isEmpty();
    }
}
