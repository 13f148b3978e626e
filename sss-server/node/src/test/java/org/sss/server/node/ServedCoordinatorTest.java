package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.Served;
import org.sss.server.coordinator.state.SssVersion;
import org.sss.server.node.config.NodeConfig;

class ServedCoordinatorTest {
    private static final String NODES = "127.0.0.1:1:2,127.0.0.1:3:4";

    @TempDir
    Path directory;

    private NodeConfig config(String nodes) {
        return NodeConfig.of("test", Map.of("node.id", "1", "cluster.nodes", nodes, "data.dir", directory.toString()));
    }

    private ServedCoordinator start() {
        return new ServedCoordinator(config(NODES));
    }

    private ClusterMap map(long epoch) {
        return new ClusterMap("c", epoch, config(NODES).nodes(), 4);
    }

    @Test
    void refusesAnOlderCoordinatorAlsoAfterARestart() {
        ServedCoordinator served = start();
        served.claim(map(50));
        assertThat(served.ask(map(50), null).accepted()).as("the same one").isTrue();
        assertThat(served.ask(map(60), map(50)).accepted()).as("a newer one").isTrue();
        for (ServedCoordinator each : new ServedCoordinator[] {served, start()}) {
            assertThat(each.ask(map(50), null)).isEqualTo(new Served(false, 60, "127.0.0.1:1", null));
            assertThat(each.isOlder(50)).isTrue();
            assertThat(each.isOlder(60)).isFalse();
            assertThatThrownBy(() -> each.check(0)).isInstanceOfSatisfying(SssException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("serves the one at 127.0.0.1:1").hasMessageContaining("Node 0 runs twice");
            assertThatThrownBy(() -> each.claim(map(50))).hasMessageContaining("Node 0 runs twice");
            each.check(60);
            each.check(70);
        }
    }

    @Test
    void refusesACoordinatorAtAnotherAddressWhateverItsEpochIs() {
        ServedCoordinator served = start();
        served.claim(map(50));
        ClusterMap moved = new ClusterMap("c", 99, config("127.0.0.1:7:8,127.0.0.1:3:4").nodes(), 4);
        assertThatThrownBy(() -> served.ask(moved, null)).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("node 1 belongs to the coordinator at 127.0.0.1:1, and refuses the one at 127.0.0.1:7");
        assertThat(served.isOlder(50)).as("the first one stays").isFalse();
    }

    @Test
    void refusesACoordinatorOfAnotherCluster() {
        ServedCoordinator served = start();
        served.claim(map(50));
        assertThatThrownBy(() -> served.ask(new ClusterMap("other", 99, config(NODES).nodes(), 4), null))
                .hasMessageContaining("belongs to cluster c, not to other");
    }

    /** A directory of the first versions has no epoch; one that a later start has written is upgraded. */
    @Test
    void directoriesWithoutEpochAreUpgraded() throws IOException {
        Files.writeString(directory.resolve("node.json"), "{\"clusterId\":\"c\",\"nodeId\":1,\"nodeCount\":2,\"subgroupCount\":4}");
        ServedCoordinator served = start();
        served.check(1);
        assertThat(served.next(77)).isEqualTo(77);
        served.claim(map(50));
        assertThat(NodeIdentity.of(directory)).contains(new NodeIdentity("c", 1, 2, 4, NodeIdentity.VERSION, SssVersion.text(), 50, "127.0.0.1:1"));
        assertThat(start().next(20)).as("a clock that is slow").isEqualTo(51);
    }

    @Test
    void aDirectoryOfANewerVersionIsRefusedByName() throws IOException {
        Files.writeString(directory.resolve("node.json"), "{\"clusterId\":\"c\",\"nodeId\":1,\"nodeCount\":2,\"subgroupCount\":4,\"version\":9,"
                + "\"writtenBy\":\"7.8.9\",\"epoch\":1,\"coordinator\":null,\"more\":1}");
        assertThatThrownBy(this::start).isInstanceOfSatisfying(SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("node.json has version 9 and was written by SSS 7.8.9");
    }
}
