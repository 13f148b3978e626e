package org.sss.server.coordinator.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;

class MembersTest {
    private static final NodeInfo ZERO = new NodeInfo(0, new NodeAddress("zero", 1), new NodeAddress("zero", 2));
    private static final NodeInfo ONE = new NodeInfo(1, new NodeAddress("one", 1), new NodeAddress("one", 2));

    @Test
    void aCoordinatorThatWasReplacedUsesNoOtherNode() {
        try (LocalTransport transport = new LocalTransport();
                Connections connections = new Connections(transport, Duration.ofSeconds(1))) {
            Members members = new Members(
                    new ClusterMap("c", 5, List.of(ZERO, ONE), 4),
                    new CoordinatorStarts("1f", Set.of(), Path.of("d")),
                    connections,
                    Runnable::run);
            assertThat(members.raiseAbove(3)).isTrue();
            assertThat(members.map().epoch()).isEqualTo(5);
            assertThat(members.raiseAbove(8)).isTrue();
            assertThat(members.map().epoch()).isEqualTo(9);
            SssException why = members.supersede(ONE, "elsewhere:1");
            assertThat(members.raiseAbove(20)).isFalse();
            for (Runnable use : List.<Runnable>of(() -> members.server(ONE), () -> members.data(ONE))) {
                assertThatThrownBy(use::run)
                        .isInstanceOfSatisfying(
                                SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                        .hasMessage(why.getMessage())
                        .hasMessageContaining("serves the one at elsewhere:1")
                        .hasMessageContaining("Node 0 runs twice");
            }
            assertThatThrownBy(() -> members.server(ZERO))
                    .as("its own node")
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE));
        }
    }
}
