package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.Serve;
import org.sss.net.control.ServerVerbs.Served;
import org.sss.server.coordinator.members.CoordinatorStarts;
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
        return new ServedCoordinator(config(NODES), true);
    }

    private static Serve of(ClusterMap map) {
        return new Serve(map, null, null);
    }

    private ServedCoordinator node0(Path at, String replaces) {
        return new ServedCoordinator(
                NodeConfig.of(
                        "test",
                        Map.of(
                                "node.id",
                                "0",
                                "cluster.nodes",
                                NODES,
                                "data.dir",
                                at.toString(),
                                "cluster.replaces",
                                replaces)),
                true);
    }

    /** Starts node 0 in a directory, and returns whether the node serves it. */
    private boolean serves(ServedCoordinator node, ServedCoordinator node0, long epoch) {
        CoordinatorStarts starts = node0.newStart();
        node0.claim(map(epoch));
        Served first = node.ask(new Serve(map(epoch), starts.current(), null), null);
        if (first.accepted() || !starts.known().contains(first.start())) {
            assertThat(first.accepted() || first.start() != null).isTrue();
            return first.accepted();
        }
        return node.ask(new Serve(map(epoch), starts.current(), first.start()), null)
                .accepted();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        Files.copy(from.resolve("node.json"), to.resolve("node.json"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void servesTheSameNode0AgainAndNoCopyOfIt(@TempDir Path zero) throws IOException {
        Path original = Files.createDirectory(zero.resolve("original"));
        ServedCoordinator node = start();
        node.claim(map(1));
        assertThat(serves(node, node0(original, "none"), 10)).as("first start").isTrue();
        copy(original, zero.resolve("copy"));
        assertThat(serves(node, node0(zero.resolve("copy"), "none"), 20))
                .as("a copy of the newest state")
                .isFalse();
        assertThat(serves(node, node0(zero.resolve("copy"), "none"), 30))
                .as("the copy again")
                .isFalse();
        assertThat(serves(node, node0(original, "none"), 40)).isTrue();
        assertThat(serves(start(), node0(original, "none"), 50))
                .as("after a restart of both")
                .isTrue();
    }

    @Test
    void servesAnOlderStateOfNode0OnlyIfItIsToReplaceTheOther(@TempDir Path zero) throws IOException {
        Path original = Files.createDirectory(zero.resolve("original"));
        ServedCoordinator node = start();
        node.claim(map(1));
        assertThat(serves(node, node0(original, "none"), 10)).isTrue();
        copy(original, zero.resolve("backup"));
        assertThat(serves(node, node0(original, "none"), 20)).isTrue();
        String last = node.lastStart();
        copy(zero.resolve("backup"), original);
        assertThat(serves(node, node0(original, "none"), 30))
                .as("restored at the same path")
                .isFalse();
        assertThat(serves(node, node0(original, last), 40))
                .as("with cluster.replaces")
                .isTrue();
        copy(zero.resolve("backup"), original);
        assertThat(serves(node, node0(original, last), 50))
                .as("the setting is for one start only")
                .isFalse();
    }

    @Test
    void aNodeThatHasMissedStartsServesTheNewestOne(@TempDir Path zero) {
        ServedCoordinator node = start();
        node.claim(map(1));
        assertThat(serves(node, node0(zero, "none"), 10)).isTrue();
        for (int i = 20; i < 40; i++) {
            ServedCoordinator missed = node0(zero, "none");
            missed.newStart();
            missed.claim(map(i));
        }
        assertThat(serves(start(), node0(zero, "none"), 50)).isTrue();
    }

    @Test
    void aCopiedNodeAndOneWhoseNode0HasMovedServeAnyStart(@TempDir Path other) throws IOException {
        ServedCoordinator node = start();
        node.claim(map(1));
        node.ask(new Serve(map(10), "1f", null), null);
        assertThat(start().lastStart()).isEqualTo("1f");
        String moved = "127.0.0.1:7:8,127.0.0.1:3:4";
        assertThat(new ServedCoordinator(config(moved), true).lastStart()).isNull();
        copy(directory, other.resolve("copy"));
        assertThat(new ServedCoordinator(
                                NodeConfig.of(
                                        "test",
                                        Map.of(
                                                "node.id",
                                                "1",
                                                "cluster.nodes",
                                                NODES,
                                                "data.dir",
                                                other.resolve("copy").toString())),
                                true)
                        .lastStart())
                .isNull();
    }

    private ClusterMap map(long epoch) {
        return new ClusterMap("c", epoch, config(NODES).nodes(), 4);
    }

    @Test
    void refusesAnOlderCoordinatorAlsoAfterARestart() {
        ServedCoordinator served = start();
        served.claim(map(50));
        assertThat(served.ask(of(map(50)), null).accepted()).as("the same one").isTrue();
        assertThat(served.ask(of(map(60)), map(50)).accepted())
                .as("a newer one")
                .isTrue();
        for (ServedCoordinator each : new ServedCoordinator[] {served, start()}) {
            assertThat(each.ask(of(map(50)), null)).isEqualTo(new Served(false, 60, "127.0.0.1:1", null, null));
            assertThat(each.isOlder(50)).isTrue();
            assertThat(each.isOlder(60)).isFalse();
            assertThatThrownBy(() -> each.check(0))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("serves the one at 127.0.0.1:1")
                    .hasMessageContaining("Node 0 runs twice");
            assertThatThrownBy(() -> each.claim(map(50))).hasMessageContaining("Node 0 runs twice");
            each.check(60);
            each.check(70);
        }
    }

    @Test
    void refusesACoordinatorAtAnotherAddressWhateverItsEpochIs() {
        ServedCoordinator served = start();
        served.claim(map(50));
        ClusterMap moved =
                new ClusterMap("c", 99, config("127.0.0.1:7:8,127.0.0.1:3:4").nodes(), 4);
        assertThatThrownBy(() -> served.ask(of(moved), null))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(
                        "node 1 belongs to the coordinator at 127.0.0.1:1, and refuses the one at 127.0.0.1:7");
        assertThat(served.isOlder(50)).as("the first one stays").isFalse();
    }

    @Test
    void refusesACoordinatorOfAnotherCluster() {
        ServedCoordinator served = start();
        served.claim(map(50));
        assertThatThrownBy(() ->
                        served.ask(of(new ClusterMap("other", 99, config(NODES).nodes(), 4)), null))
                .hasMessageContaining("belongs to cluster c, not to other");
    }

    /** A directory of the first versions has no epoch; one that a later start has written is upgraded. */
    @Test
    void directoriesWithoutEpochAreUpgraded() throws IOException {
        Files.writeString(
                directory.resolve("node.json"),
                "{\"clusterId\":\"c\",\"nodeId\":1,\"nodeCount\":2,\"subgroupCount\":4}");
        ServedCoordinator served = start();
        served.check(1);
        assertThat(served.next(77)).isEqualTo(77);
        served.claim(map(50));
        assertThat(NodeIdentity.of(directory))
                .contains(new NodeIdentity(
                        "c",
                        1,
                        2,
                        4,
                        NodeIdentity.VERSION,
                        SssVersion.text(),
                        new ServedStart(50, "127.0.0.1:1", null, ServedStart.placeOf(directory))));
        assertThat(start().next(20)).as("a clock that is slow").isEqualTo(51);
    }

    @Test
    void aDirectoryOfANewerVersionIsRefusedByName() throws IOException {
        Files.writeString(
                directory.resolve("node.json"),
                "{\"clusterId\":\"c\",\"nodeId\":1,\"nodeCount\":2,\"subgroupCount\":4,\"version\":9,"
                        + "\"writtenBy\":\"7.8.9\",\"epoch\":1,\"coordinator\":null,\"more\":1}");
        assertThatThrownBy(this::start)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("node.json has version 9 and was written by SSS 7.8.9");
    }
}
