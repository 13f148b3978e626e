package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.server.coordinator.execution.job.Step;
import org.sss.server.coordinator.members.RestartGuard;

class JobNodeTest {
    /** A step that has just started. */
    static class Starting implements Step {
        @Override
        public String name() {
            return "step";
        }

        @Override
        public Set<String> reads() {
            return Set.of();
        }

        @Override
        public Set<String> lookups() {
            return Set.of();
        }

        @Override
        public List<GroupSpec> writes() {
            return List.of();
        }

        @Override
        public Map<String, String> aliases() {
            return Map.of();
        }

        @Override
        public Map<String, GroupInfo> run(
                Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
            return Map.of();
        }

        @Override
        public RestartGuard guard() {
            return null;
        }

        @Override
        public void cancelled() {
            // does nothing
        }
    }

    @Test
    void producerRunningAgainMayHaveLostItsOutput() {
        JobNode producer = new JobNode(0, new Starting());
        JobNode reader = new JobNode(1, new Starting());
        reader.error = new SssException(ErrorCode.TIMEOUT, "no answer");
        assertThat(reader.mayHaveLostNode()).isFalse();
        reader.reads.put("in", new GraphGroup("in", producer, true));
        assertThat(reader.mayHaveLostNode()).isTrue();
    }

    private static final class Producing extends Starting {
        private RestartGuard guard = RestartGuard.all(List.of());

        @Override
        public RestartGuard guard() {
            return guard;
        }
    }

    /**
     * Looks up keys in {@code first} when it starts, and in {@code always} until its end; a node is lost while it runs.
     */
    private static final class Looking extends Starting {
        private final Producing producer;
        private final boolean early;
        private Runnable afterFirst;

        Looking(Producing producer, boolean early) {
            this.producer = producer;
            this.early = early;
        }

        @Override
        public Set<String> lookups() {
            return Set.of("first", "always");
        }

        @Override
        public Set<String> lookupsToTheEnd() {
            return Set.of("always");
        }

        @Override
        public void afterFirst(Runnable check) {
            afterFirst = check;
        }

        @Override
        public Map<String, GroupInfo> run(
                Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
            producer.guard = early ? null : producer.guard;
            afterFirst.run();
            producer.guard = null;
            return Map.of();
        }
    }

    private static JobNode looking(String temporary, boolean early) {
        Producing producer = new Producing();
        JobNode before = new JobNode(0, producer);
        JobNode node = new JobNode(1, new Looking(producer, early));
        for (String name : List.of("first", "always")) {
            node.reads.put(name, new GraphGroup(name, name.equals(temporary) ? before : null, name.equals(temporary)));
        }
        node.run(-1, true);
        return node;
    }

    @Test
    void allowsLossOfGroupAfterItsLastLookup() {
        assertThat(looking("first", false).error).isNull();
        assertThat(looking("first", true).error).hasMessageContaining("temporary group 'first'");
        assertThat(looking("always", false).error).hasMessageContaining("temporary group 'always'");
    }

    @Test
    void dataOfLostNodeIsNotCorrupt() {
        JobNode node = new JobNode(0, new Starting());
        node.error = new SssException(ErrorCode.CORRUPT, "8 of 9 tuples");
        assertThat(node.finalError()).isSameAs(node.error);
        node.reads.put("in", new GraphGroup("in", new JobNode(0, new Starting()), true));
        assertThat(node.finalError().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(node.finalError()).hasMessageContaining("a node was lost").hasMessageContaining("8 of 9 tuples");
    }

    @Test
    void disconnectedStepMayHaveLostNode() {
        JobNode node = new JobNode(0, new Starting());
        node.error = new SssException(ErrorCode.NODE_UNREACHABLE, "the connection broke");
        assertThat(node.mayHaveLostNode()).isTrue();
        // As another node reports it about its own connections.
        node.error = new SssException(ErrorCode.NODE_UNREACHABLE, "the connection broke", null, "at Somewhere");
        assertThat(node.mayHaveLostNode()).isFalse();
    }
}
