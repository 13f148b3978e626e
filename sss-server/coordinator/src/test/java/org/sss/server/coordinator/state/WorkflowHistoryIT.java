package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

class WorkflowHistoryIT {
    @TempDir
    Path directory;

    private CoordinatorState state;

    @BeforeEach
    void open() {
        state = CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), id -> {});
    }

    @AfterEach
    void close() {
        state.close();
    }

    private static WorkflowStatus status(String id, State workflowState) {
        return new WorkflowStatus(id, "count", workflowState, List.of(), null, 1, workflowState.isOver() ? 2 : 0);
    }

    private void restart() {
        close();
        open();
    }

    @Test
    void endedWorkflowsSurviveRestart() {
        WorkflowStatus ended = status(state.history().nextId(), State.SUCCEEDED);
        state.history().submitted(status(ended.id(), State.WAITING));
        state.history().ended(ended);
        restart();
        assertThat(state.history().list()).containsExactly(ended);
    }

    @Test
    void failsWorkflowsThatRanAtRestart() {
        String id = state.history().nextId();
        state.history().submitted(status(id, State.RUNNING));
        restart();
        assertThat(state.history().find(id)).hasValueSatisfying(s -> {
            assertThat(s.state()).isEqualTo(State.FAILED);
            assertThat(s.error().message()).contains("the coordinator was restarted");
        });
        restart();
        assertThat(state.history().list()).extracting(WorkflowStatus::id).containsExactly(id);
    }

    @Test
    void removesOldest() {
        for (int i = 0; i < WorkflowHistory.MAX_ENDED + 5; i++) {
            state.history().ended(status(state.history().nextId(), State.SUCCEEDED));
        }
        restart();
        assertThat(state.history().list())
                .hasSize(WorkflowHistory.MAX_ENDED)
                .first()
                .extracting(WorkflowStatus::id)
                .isEqualTo("wf-6");
    }

    private WorkflowStatus endLarge(int bytes) {
        WorkflowStatus large =
                new WorkflowStatus(state.history().nextId(), "x".repeat(bytes), State.SUCCEEDED, List.of(), null, 1, 2);
        state.history().ended(large);
        return large;
    }

    @Test
    void limitsBytes() {
        for (int i = 0; i < 40; i++) {
            endLarge(1 << 20);
        }
        WorkflowStatus last = endLarge(1 << 20);
        List<WorkflowStatus> stored = state.history().list();
        assertThat(stored).hasSize(15).last().isEqualTo(last);
        assertThat(state.history().find("wf-1")).isEmpty();
        restart();
        assertThat(state.history().list()).isEqualTo(stored);
    }

    @Test
    void retainsLastOneOfAnySize() {
        endLarge(1 << 20);
        WorkflowStatus huge = endLarge((int) WorkflowHistory.MAX_ENDED_BYTES);
        assertThat(state.history().list()).containsExactly(huge);
        WorkflowStatus next = endLarge(10);
        assertThat(state.history().list()).containsExactly(next);
    }

    @Test
    void neverReusesIds() {
        String before = state.history().nextId();
        restart();
        assertThat(state.history().nextId()).isNotEqualTo(before);
    }
}
