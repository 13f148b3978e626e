package org.sss.server.coordinator.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.transport.NodeAddress;
import org.sss.server.coordinator.execution.job.Shortages.Guilty;

class ShortagesTest {
    private final Shortages shortages = new Shortages();

    /**
     * Reports a node that restarted at {@code startedMillis} after a shortage with tasks of these workflows, greediest
     * first.
     */
    private Optional<String> workflowToFail(int node, long startedMillis, String... workflows) {
        return report(
                        node,
                        startedMillis,
                        new Shortage(Stream.of(workflows)
                                .map(wf -> new RanThen(wf, "map-1", 5, null))
                                .toList()))
                .map(Guilty::workflow);
    }

    private Optional<Guilty> report(int node, long startedMillis, Shortage shortage) {
        NodeInfo info = new NodeInfo(node, new NodeAddress("host", 1), new NodeAddress("host", 2));
        return shortages.report(
                info,
                new NodeStatus(
                        node,
                        new ServerVerbs.NodeProcess("v", 1, "17", startedMillis, 0, 96 << 20, null),
                        0,
                        new ServerVerbs.NodeDisk(0, "/data"),
                        shortage,
                        null,
                        null,
                        null));
    }

    @Test
    void failsWorkflowTheSecondTimeWithNodeHeapJobAndRemedy() {
        assertThat(workflowToFail(1, 10, "wf-3")).isEmpty();
        Guilty guilty = report(
                        2,
                        20,
                        new Shortage(List.of(new RanThen("wf-3", "count", 9, "key <49> at Busy.map(Busy.java:7)"))))
                .orElseThrow();
        assertThat(guilty.workflow()).isEqualTo("wf-3");
        assertThat(guilty.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(guilty.error().getMessage())
                .contains(
                        "node 2 (host:1)",
                        "96 MiB",
                        "job 'count' of wf-3, key <49> at Busy.map(Busy.java:7), ",
                        "second time",
                        "SSS_HEAP");
    }

    @Test
    void reportsLocationOfFirstTimeIfSecondHasNone() {
        assertThat(report(
                        1,
                        10,
                        new Shortage(List.of(new RanThen("wf-3", "count", 9, "key <49> at Busy.map(Busy.java:7)")))))
                .isEmpty();
        Guilty guilty = report(2, 20, new Shortage(List.of(new RanThen("wf-3", "count", 9, null))))
                .orElseThrow();
        assertThat(guilty.error().getMessage())
                .contains(
                        "node 2 (host:1)",
                        "job 'count' of wf-3 (the first time, on node 1 (host:1), key <49> at Busy.map(Busy.java:7)), "
                                + "");
    }

    @Test
    void ignoresRepeatedReports() {
        assertThat(workflowToFail(1, 10, "wf-3")).isEmpty();
        assertThat(workflowToFail(1, 10, "wf-3")).isEmpty();
        assertThat(workflowToFail(1, 20, "wf-3")).contains("wf-3");
    }

    @Test
    void workflowBesideGreediestContinues() {
        assertThat(workflowToFail(1, 10, "wf-3", "wf-1")).isEmpty();
        assertThat(workflowToFail(1, 20, "wf-3", "wf-1")).contains("wf-3");
        assertThat(workflowToFail(1, 30, "wf-4", "wf-1")).isEmpty();
        assertThat(workflowToFail(1, 40, "wf-4", "wf-1")).contains("wf-4");
    }

    @Test
    void countsNodesLostToOtherWorkflows() {
        workflowToFail(1, 10, "wf-3", "wf-1", "wf-1");
        workflowToFail(1, 10, "wf-3", "wf-1");
        workflowToFail(2, 20, "wf-4", "wf-1", "wf-3");
        assertThat(shortages.besideOthers("wf-1")).isEqualTo(2);
        assertThat(shortages.besideOthers("wf-3")).isEqualTo(1);
        assertThat(shortages.besideOthers("wf-4")).isZero();
        for (int time = 0; time < 50; time++) {
            workflowToFail(2, 30 + time, "wf-3", "wf-1");
        }
        assertThat(shortages.besideOthers("wf-1"))
                .as("without an end it would be tried for ever")
                .isEqualTo(10);
    }

    @Test
    void ignoresNodesWithoutShortageOrTasks() {
        assertThat(report(1, 10, null)).isEmpty();
        assertThat(workflowToFail(1, 20)).isEmpty();
        assertThat(workflowToFail(1, 30, "wf-3")).isEmpty();
    }

    @Test
    void theLossOfANodeNamesTheTaskThatItRanWhenItEndedAbruptly() {
        Shortage end = new Shortage(List.of(new RanThen("wf-3", "count", 0, "task 7")), true);
        assertThat(report(1, 10, end)).isEmpty();
        assertThat(report(1, 20, end)).isEmpty();
        SssException lost = new SssException(ErrorCode.NODE_UNREACHABLE, "node 1 was lost");
        assertThat(shortages.explained("wf-3", lost))
                .hasMessageContainingAll(
                        "node 1 was lost; ",
                        "node 1 (host:1) had ended without being stopped",
                        "task 7 of job 'count' of wf-3",
                        "native code");
        assertThat(shortages.explained("wf-4", lost)).isSameAs(lost);
        SssException other = new SssException(ErrorCode.USER_CODE, "it threw");
        assertThat(shortages.explained("wf-3", other)).isSameAs(other);
        assertThat(Shortages.ofCoordinator(end, "wf-3"))
                .contains("node 0 had ended without being stopped while it ran task 7 of job 'count'");
        assertThat(Shortages.ofCoordinator(end, "wf-4")).isEmpty();
    }

    @Test
    void coordinatorReportsWorkflowThatUsedItsMemory() {
        Shortage shortage = new Shortage(List.of(new RanThen("wf-3", "count", 9, "key <49> at Busy.map(Busy.java:7)")));
        assertThat(Shortages.ofCoordinator(shortage, "wf-3")).contains("node 0", "job 'count' of wf-3");
        assertThat(Shortages.ofCoordinator(shortage, "wf-4")).contains("node 0").doesNotContain("wf-3");
        assertThat(Shortages.ofCoordinator(null, "wf-3")).isEmpty();
    }
}
