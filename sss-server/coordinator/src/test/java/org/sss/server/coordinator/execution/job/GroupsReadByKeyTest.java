package org.sss.server.coordinator.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;

class GroupsReadByKeyTest {
    private static List<GroupSpec> groups(String... names) {
        return Arrays.stream(names)
                .map(name -> new GroupSpec(name, "long", "long", true, true, false, Compression.NONE))
                .toList();
    }

    private static JobSpec job(String name, String input, String output, String... side) {
        return new JobSpec(
                name,
                JobKind.MAP,
                new WorkflowSpec.Groups(groups(input), groups(output), groups(side)),
                List.of(),
                Map.of(),
                "",
                "0f");
    }

    @Test
    void inputsAreNotLookedUp() {
        WorkflowSpec workflow =
                new WorkflowSpec("w", List.of(job("a", "in", "between"), job("b", "between", "out", "in")), List.of());
        assertThat(GroupsReadByKey.contains(workflow, "between")).isFalse();
        assertThat(GroupsReadByKey.contains(workflow, "in")).isTrue();
    }

    @Test
    void aLoopMayLookUpAGroupUnderAnotherName() {
        LoopSpec loop = new LoopSpec(0, 1, 3, Map.of("ranks", "next"), List.of(), 0, 0);
        WorkflowSpec workflow = new WorkflowSpec(
                "w",
                List.of(job("a", "links", "next", "ranks")),
                List.of(),
                Map.of(),
                List.of(loop),
                new WorkflowSpec.Limits(0, 0, 0, 0));
        assertThat(GroupsReadByKey.contains(workflow, "next")).isTrue();
        assertThat(GroupsReadByKey.contains(workflow, "links")).isFalse();
    }
}
