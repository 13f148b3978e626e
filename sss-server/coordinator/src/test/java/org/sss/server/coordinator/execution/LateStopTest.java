package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.server.coordinator.execution.job.Step;

/** A workflow that is stopped after a step has done its work. */
class LateStopTest {
    private static final GroupSpec WRITTEN = new GroupSpec("a", "string", "long", true, true, false, Compression.NONE);

    private final CompletableFuture<Void> stop = new CompletableFuture<>();

    private final class Stopped extends JobNodeTest.Starting {
        @Override
        public List<GroupSpec> writes() {
            return List.of(WRITTEN);
        }

        @Override
        public Map<String, GroupInfo> run(
                Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> own) {
            stop.completeExceptionally(new SssException(ErrorCode.CANCELLED, "cancelled by the test"));
            return Map.of();
        }
    }

    private static final class Reader extends JobNodeTest.Starting {
        @Override
        public Set<String> reads() {
            return Set.of(WRITTEN.name());
        }
    }

    private Map<String, GroupInfo> run(Step... steps) {
        return new Graph(List.of(steps), null, true, Set.of()).run(Map.of(), -1, stop);
    }

    /** All groups have their names then, and a new run of the workflow would fail because they exist. */
    @Test
    void completedWorkIsNotCancelled() {
        assertThat(run(new Stopped())).isEmpty();
    }

    @Test
    void remainingWorkIsCancelled() {
        assertThatThrownBy(() -> run(new Stopped(), new Reader())).hasMessageContaining("cancelled by the test");
    }
}
