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

class GroupUsesTest {
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
        assertThat(GroupUses.isReadByKey(workflow, "between")).isFalse();
        assertThat(GroupUses.isReadByKey(workflow, "in")).isTrue();
    }

    @Test
    void inputsAndLookupsAreRead() {
        WorkflowSpec workflow = new WorkflowSpec(
                "w", List.of(job("a", "in", "between"), job("b", "between", "out", "side")), List.of());
        assertThat(GroupUses.isRead(workflow, "between")).isTrue();
        assertThat(GroupUses.isRead(workflow, "side")).isTrue();
        assertThat(GroupUses.isRead(workflow, "out")).isFalse();
    }

    @Test
    void aLoopReadsWhatItCarries() {
        WorkflowSpec workflow = new WorkflowSpec(
                "w",
                List.of(job("a", "ranks", "next")),
                List.of(),
                Map.of(),
                List.of(new LoopSpec(0, 1, 3, Map.of("ranks", "next"), List.of(), 0, 0)),
                new WorkflowSpec.Limits(0, 0, 0, 0));
        assertThat(GroupUses.isRead(workflow, "next")).isTrue();
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
        assertThat(GroupUses.isReadByKey(workflow, "next")).isTrue();
        assertThat(GroupUses.isReadByKey(workflow, "links")).isFalse();
    }
}
