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

class WorkflowHistoryTest {
    @TempDir
    Path directory;
    private CoordinatorState state;

    @BeforeEach
    void open() {
        state = CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), id -> { });
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
    void endedWorkflowsSurviveARestart() {
        WorkflowStatus ended = status(state.history().nextId(), State.SUCCEEDED);
        state.history().submitted(status(ended.id(), State.WAITING));
        state.history().ended(ended);
        restart();
        assertThat(state.history().list()).containsExactly(ended);
    }

    @Test
    void whatRanWhenTheCoordinatorEndedHasFailed() {
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
    void theOldestAreForgotten() {
        for (int i = 0; i < WorkflowHistory.KEPT + 5; i++) {
            state.history().ended(status(state.history().nextId(), State.SUCCEEDED));
        }
        restart();
        assertThat(state.history().list()).hasSize(WorkflowHistory.KEPT).first().extracting(WorkflowStatus::id).isEqualTo("wf-6");
    }

    @Test
    void idsAreNeverUsedAgain() {
        String before = state.history().nextId();
        restart();
        assertThat(state.history().nextId()).isNotEqualTo(before);
    }
}
