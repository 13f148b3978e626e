package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Adopt;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.Rpc;
import org.sss.net.testing.FreePorts;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.config.NodeConfig;

/** Nodes as they run in production, over TCP, but in one JVM. */
class NodeIT {
    private static final int NODES = 3;

    @TempDir
    Path directory;

    private final Map<Integer, Node> nodes = new HashMap<>();
    private final Transport transport = new AuthTransport(new TcpTransport(), TokenFile::ofUser);
    private String addresses;
    private TestClient client;

    @BeforeEach
    void findPorts() throws IOException {
        List<Integer> ports = FreePorts.take(2 * NODES);
        addresses = IntStream.range(0, NODES)
                .mapToObj(i -> "127.0.0.1:" + ports.get(2 * i) + ":" + ports.get(2 * i + 1))
                .collect(Collectors.joining(","));
        client = new TestClient(transport, config(0).coordinator().server());
    }

    @AfterEach
    void close() {
        client.close();
        nodes.values().forEach(Node::close);
        transport.close();
    }

    private NodeConfig config(int id) {
        return NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "" + id,
                        "cluster.nodes",
                        addresses,
                        "data.dir",
                        directory.resolve("n" + id).toString(),
                        "task.threads",
                        "1",
                        "task.buffer",
                        "1MiB",
                        "net.io",
                        "nio"));
    }

    private Node start(int id) {
        Node node = Node.start(config(id));
        nodes.put(id, node);
        return node;
    }

    private void startAll() {
        IntStream.range(0, NODES).forEach(this::start);
        nodes.values().forEach(node -> node.awaitReady(TestClient.WAIT));
    }

    @Test
    void nodesMayStartInAnyOrder() {
        Node first = start(2);
        try (TestClient early = new TestClient(transport, config(2).self().server())) {
            assertThatThrownBy(early::cluster).isInstanceOfSatisfying(SssException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
                assertThat(e)
                        .hasMessageContaining("node 2 has not reached the coordinator at "
                                + config(0).self().server());
            });
        }
        assertThat(first.state()).isEqualTo(LifeCycle.State.STARTING);
        start(0);
        start(1);
        assertThat(first.awaitReady(TestClient.WAIT)).isEqualTo(client.cluster());
        assertThat(client.cluster().subgroupCount()).isEqualTo(6);
    }

    @Test
    void groupSurvivesRestartOfNode() {
        startAll();
        List<String> lines = IntStream.range(0, 300).mapToObj(i -> "line " + i).toList();
        GroupInfo group = client.writeLines("lines", lines);
        assertThat(group.tuples()).isEqualTo(300);
        nodes.remove(1).close();
        start(1).awaitReady(TestClient.WAIT);
        assertThat(client.countTuples("lines")).isEqualTo(300);
    }

    @Test
    void clusterStatusShowsStoppedNode() {
        startAll();
        nodes.remove(2).close();
        ClusterStatus status = client.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class);
        assertThat(status.nodes())
                .extracting(NodeHealth::status)
                .filteredOn(s -> s != null)
                .extracting(NodeStatus::id)
                .containsExactly(0, 1);
        assertThat(status.nodes().get(2).error())
                .contains(config(2).self().server().toString());
    }

    @Test
    void portInUseIsNamedAndNothingStaysOpen() {
        start(0);
        NodeConfig same = NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        addresses,
                        "data.dir",
                        directory.resolve("other").toString()));
        assertThatThrownBy(() -> Node.start(same))
                .hasMessageContaining(config(0).self().server().toString());
        nodes.remove(0).close();
        Node again = Node.start(same);
        nodes.put(0, again);
        assertThat(again.state()).isEqualTo(LifeCycle.State.RUNNING);
    }

    @Test
    void nodeWithOtherNodeListDoesNotJoin() {
        start(0);
        NodeConfig other = NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "1",
                        "cluster.nodes",
                        addresses + ",127.0.0.1:1:2",
                        "data.dir",
                        directory.resolve("n1").toString()));
        nodes.put(1, Node.start(other));
        assertThatThrownBy(() -> nodes.get(1).awaitReady(TestClient.WAIT)).hasMessageContaining("make them the same");
    }

    /** Node 0 was restored from a backup at another address while the old one still runs. */
    @Test
    void aSecondCoordinatorChangesNothingOnTheNodesOfTheFirst() throws Exception {
        startAll();
        client.writeLines("lines", List.of("a", "b", "c", "d"));
        nodes.remove(0).close();
        assertThat(new ProcessBuilder(
                                "cp",
                                "-a",
                                directory.resolve("n0").toString(),
                                directory.resolve("backup").toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        start(0).awaitReady(TestClient.WAIT);
        String moved = "127.0.0.1:" + FreePorts.take(1).get(0) + ":"
                + FreePorts.take(1).get(0) + addresses.substring(addresses.indexOf(','));
        NodeConfig second = NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        moved,
                        "data.dir",
                        directory.resolve("backup").toString()));
        try (Node restored = Node.start(second);
                TestClient other = new TestClient(transport, second.self().server())) {
            restored.awaitReady(TestClient.WAIT);
            ClusterStatus status = other.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class);
            assertThat(status.nodes()).hasSize(NODES);
            other.call(ServerVerbs.GROUP_DROP, new ServerVerbs.DropGroup("lines", 0), Nothing.class);
            assertThatThrownBy(() -> other.writeLines("more", List.of("e")))
                    .hasMessageContaining(
                            "belongs to the coordinator at " + config(0).self().server() + ", and refuses the one at "
                                    + second.self().server());
        }
        assertThat(client.countTuples("lines")).isEqualTo(4);
        assertThat(client.writeLines("more", List.of("e")).tuples()).isEqualTo(1);
    }

    @Test
    void closedNodeReleasesItsDirectory() {
        Node node = start(0);
        node.close();
        node.close();
        assertThat(node.state()).isEqualTo(LifeCycle.State.STOPPED);
        assertThat(start(0).state()).isEqualTo(LifeCycle.State.RUNNING);
    }

    @Test
    void nodesReconnectToRestartedCoordinator() {
        startAll();
        client.writeLines("lines", List.of("a", "b"));
        nodes.remove(0).close();
        start(0);
        await().untilAsserted(() ->
                assertThat(client.groups()).extracting(GroupInfo::name).containsExactly("lines"));
        assertThat(client.writeLines("more", List.of("c")).tuples()).isEqualTo(1);
    }

    @Test
    void journalRestoredFromBackupLosesNothing() throws IOException {
        startAll();
        client.writeLines("old", List.of("a", "b"));
        Path journal = directory.resolve("n0/coordinator/journal");
        byte[] backup = Files.readAllBytes(journal);
        GroupInfo unknown = client.writeLines(
                "newer", IntStream.range(0, 300).mapToObj(i -> "line " + i).toList());
        nodes.values().forEach(Node::close);
        nodes.clear();
        Files.write(journal, backup);
        startAll();
        await().untilAsserted(() ->
                assertThat(client.groups()).extracting(GroupInfo::name).containsExactly("old"));
        GroupInfo next = client.writeLines("next", List.of("c"));
        assertThat(next.id()).isGreaterThan(unknown.id());
        client.call(ServerVerbs.GROUP_DROP, new Name("next"), Nothing.class);
        await().untilAsserted(() -> assertThat(tuples(next))
                .as("a drop is sent after the list of the node's groups was read")
                .isZero());
        assertThat(tuples(unknown)).isEqualTo(300);
        assertThat(client.call(ServerVerbs.GROUP_ADOPT, new Adopt(unknown.key(), "adopted", false), GroupInfo.class))
                .isEqualTo(unknown.withName("adopted"));
        assertThat(client.countTuples("adopted")).isEqualTo(300);
        assertThat(client.countTuples("old")).isEqualTo(2);
    }

    private long tuples(GroupInfo group) {
        long tuples = 0;
        for (NodeInfo node : client.cluster().nodes()) {
            try (Connection data = transport.connect(node.data(), TestClient.WAIT)) {
                tuples += Rpc.call(
                                data,
                                DataVerbs.STAT,
                                new DataVerbs.Stat(group.id(), group.identity()),
                                DataVerbs.GroupStat.class,
                                TestClient.WAIT)
                        .subgroups()
                        .stream()
                        .mapToLong(DataVerbs.SubgroupStat::tuples)
                        .sum();
            } catch (SssException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
            }
        }
        return tuples;
    }
}
