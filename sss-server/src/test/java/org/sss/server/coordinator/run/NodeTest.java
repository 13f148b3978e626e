package org.sss.server.coordinator.run;

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
import org.sss.server.coordinator.members.Tie;

class NodeTest {
    /** One that has only just begun. */
    static class Beginning implements Step {
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
        public Map<String, GroupInfo> run(Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
            return Map.of();
        }

        @Override
        public Tie tie() {
            return null;
        }

        @Override
        public void cancelled() {
            // it does nothing
        }
    }

    @Test
    void aProducerThatIsRunningAgainMayHaveLostWhatItWrote() {
        Node producer = new Node(0, new Beginning());
        Node reader = new Node(1, new Beginning());
        reader.error = new SssException(ErrorCode.TIMEOUT, "no answer");
        assertThat(reader.mayHaveLostNode()).isFalse();
        reader.reads.put("in", new Cell("in", producer, true));
        assertThat(reader.mayHaveLostNode()).isTrue();
    }

    @Test
    void whoWasCutOffFromANodeMayHaveLostIt() {
        Node node = new Node(0, new Beginning());
        node.error = new SssException(ErrorCode.NODE_UNREACHABLE, "the connection broke");
        assertThat(node.mayHaveLostNode()).isTrue();
        // As another node says it of its own connections.
        node.error = new SssException(ErrorCode.NODE_UNREACHABLE, "the connection broke", null, "at Somewhere");
        assertThat(node.mayHaveLostNode()).isFalse();
    }
}
