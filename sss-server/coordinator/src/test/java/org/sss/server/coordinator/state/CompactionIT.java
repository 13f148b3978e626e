package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.WorkflowStatus;
import org.sss.server.coordinator.state.CoordinatorState.Persistence;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** The journal of a coordinator that has run many workflows. */
class CompactionIT {
    private static final int WORKFLOWS = 100_000;
    private static final long MAX_BYTES = 20 << 20;
    private static final String NAME =
            "a workflow with a name of some length, so that the lines of its journal are not too short either";

    @TempDir
    Path directory;

    private CoordinatorState open() {
        return CoordinatorState.open(directory, new Shape(1, 4, 4), Persistence.SYNCED, Clock.systemUTC(), id -> {});
    }

    private static WorkflowStatus status(String id, WorkflowStatus.State state) {
        return new WorkflowStatus(id, NAME, state, List.of(), null, 1, state.isOver() ? 2 : 0);
    }

    @Test
    void doesNotGrowWithEndedWorkflows() throws IOException {
        Path journal = directory.resolve("coordinator/journal");
        try (CoordinatorState state = open()) {
            long group = state.catalog()
                    .create(new NewGroup("words", "string", "long", true, false, "import", Compression.NONE), false)
                    .id();
            state.catalog().publish(group, new Committed(List.of(Stored.NONE)));
            String running = state.history().nextId();
            state.history().submitted(status(running, WorkflowStatus.State.WAITING));
            for (int i = 0; i < WORKFLOWS; i++) {
                String id = state.history().nextId();
                state.history().submitted(status(id, WorkflowStatus.State.WAITING));
                state.history().ended(status(id, WorkflowStatus.State.SUCCEEDED));
                if (i % 1000 == 0) {
                    state.compactIfLarge();
                    assertThat(Files.size(journal)).isLessThan(MAX_BYTES);
                }
            }
            state.catalog().names().rename("words", "renamed", false);
        }
        try (CoordinatorState again = open()) {
            assertThat(again.catalog().get("renamed").state()).isEqualTo(GroupInfo.State.READY);
            assertThat(again.catalog().find("words")).isEmpty();
            // One of the thousand stored workflows is the one that was running.
            assertThat(again.history().list())
                    .hasSize(WorkflowHistory.MAX_ENDED)
                    .anyMatch(s -> s.state() == WorkflowStatus.State.FAILED);
        }
    }
}
