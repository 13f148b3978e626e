package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.JobReport;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.HeavyKey;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.net.control.ServerVerbs.Workflows;
import org.sss.net.control.ServerVerbs.WorkflowsBelow;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.rpc.Json;

class WorkflowPageTest {
    private static final int MAX_BYTES_OF_AN_ANSWER = 16 << 20;

    @Test
    void fewWorkflowsFitOnePage() {
        assertThat(WorkflowPage.of(List.of(), new WorkflowsBelow(null))).isEqualTo(new Workflows(List.of(), null));
        List<WorkflowStatus> all = List.of(status(2, 1), status(1, 1));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow(null))).isEqualTo(new Workflows(all, null));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow("wf-2"))).isEqualTo(new Workflows(all.subList(1, 2), null));
    }

    /** Together they are larger than the limit of an answer. */
    @Test
    void splitsThousandWorkflowsIntoPages() {
        List<WorkflowStatus> all =
                IntStream.range(0, 1000).mapToObj(i -> status(1000 - i, 20)).toList();
        assertThat(Json.write(new Workflows(all, null)).length).isGreaterThan(MAX_BYTES_OF_AN_ANSWER);
        List<WorkflowStatus> got = new ArrayList<>();
        String below = null;
        do {
            Workflows page = WorkflowPage.of(all, new WorkflowsBelow(below));
            assertThat(Json.write(page).length).isLessThan(MAX_BYTES_OF_AN_ANSWER);
            got.addAll(page.workflows());
            below = page.next();
        } while (below != null);
        assertThat(got).isEqualTo(all);
    }

    @Test
    void hasAsManyAsTheCallerWants() {
        List<WorkflowStatus> all = List.of(status(3, 1), status(2, 1), status(1, 1));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow(null, 2)))
                .isEqualTo(new Workflows(all.subList(0, 2), "wf-2"));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow("wf-2", 2)))
                .isEqualTo(new Workflows(all.subList(2, 3), null));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow(null, 3)).next()).isNull();
    }

    @Test
    void largeStatusIsAPageOfItsOwn() {
        List<WorkflowStatus> all = List.of(status(3, 1), large(2), status(1, 1));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow("wf-3")).workflows()).containsExactly(all.get(1));
        assertThat(WorkflowPage.of(all, new WorkflowsBelow("wf-2")).workflows()).containsExactly(all.get(2));
    }

    @Test
    void rejectsInvalidId() {
        assertThatThrownBy(() -> WorkflowPage.of(List.of(), new WorkflowsBelow("17")))
                .hasMessageContaining("'17' is not the id of a workflow");
    }

    private static WorkflowStatus status(int number, int jobs) {
        return new WorkflowStatus(
                "wf-" + number,
                "pipeline",
                State.SUCCEEDED,
                IntStream.range(0, jobs).mapToObj(i -> job("reduce-" + i)).toList(),
                null,
                1,
                2);
    }

    private static JobStatus job(String name) {
        Map<String, Long> counters = new TreeMap<>();
        IntStream.range(0, 10).forEach(i -> counters.put("counter of many " + i, 1_000_000L + i));
        List<HeavyKey> heaviest = IntStream.range(0, HeavyKey.MAX_KEYS)
                .mapToObj(i -> new HeavyKey("a key of some length " + i, 1000))
                .toList();
        JobReport.Size size = new JobReport.Size("group", 1_000_000, 100_000_000, 120_000_000);
        return new JobStatus(
                name,
                JobKind.REDUCE,
                State.SUCCEEDED,
                List.of("group"),
                List.of("other"),
                new WorkflowStatus.Work(16, 16, 1000, 0),
                new Progress(
                        new Progress.Volume(1_000_000, 100_000_000, 1_000_000, 100_000_000, 0),
                        counters,
                        heaviest,
                        LeftThreads.NONE,
                        Progress.Measured.NOTHING,
                        null,
                        null),
                new JobReport(
                        List.of(size),
                        List.of(size),
                        1_000_000,
                        new JobReport.Tasks(3, 70_000, 4, 900, 800, 0),
                        null,
                        null));
    }

    private static WorkflowStatus large(int number) {
        return new WorkflowStatus(
                "wf-" + number,
                "large",
                State.FAILED,
                List.of(),
                new ErrorInfo(org.sss.api.ErrorCode.USER_CODE, "x".repeat(WorkflowPage.PAGE_BYTES), null),
                1,
                2);
    }
}
