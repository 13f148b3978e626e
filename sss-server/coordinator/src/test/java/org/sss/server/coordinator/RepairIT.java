package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.DiskState;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NodeNumber;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Repair;
import org.sss.net.control.ServerVerbs.RepairStatus;
import org.sss.net.transport.StreamConfig;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.members.Repairer;

/** Copies of groups on three nodes, two of each, after losses. */
class RepairIT {
    private static final int SUBGROUPS = 6;

    @TempDir
    Path directory;

    private FakeCluster cluster;

    @BeforeEach
    void startCluster() {
        cluster = new FakeCluster(
                directory,
                3,
                SUBGROUPS,
                2,
                Duration.ofMillis(500),
                StreamConfig.DEFAULTS,
                ShuffleDefaults.DIRECT,
                new FakeCluster.Copying(2, new Repairer.Limits(Duration.ofMinutes(10), 1 << 20)));
    }

    @AfterEach
    void closeCluster() {
        cluster.close();
    }

    private ClusterStatus status() {
        return cluster.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class);
    }

    private RepairStatus replace(int node) {
        return cluster.call(ServerVerbs.CLUSTER_REPLACE_NODE, new NodeNumber(node), RepairStatus.class);
    }

    private RepairStatus remove(int node) {
        return cluster.call(ServerVerbs.CLUSTER_REMOVE_NODE, new NodeNumber(node), RepairStatus.class);
    }

    private Placement placement(String group) {
        return cluster.call(ServerVerbs.GROUP_GET, new Name(group), GroupInfo.class)
                .placement();
    }

    private void awaitWhole() {
        await().until(() -> status().repair().fewer() == 0 && status().repair().repaired() == 0);
    }

    /** How many nodes have each subgroup of a group. */
    private int[] holders(GroupInfo group) {
        return IntStream.range(0, SUBGROUPS)
                .map(s -> (int) cluster.nodes.stream()
                        .map(node -> Arrays.copyOf(node.parts.getOrDefault(group.id(), new long[0]), SUBGROUPS))
                        .filter(parts -> parts[s] > 0)
                        .count())
                .toArray();
    }

    @Test
    void anEmptyNodeIsFilledOnceItIsReplaced() {
        GroupInfo one = cluster.writeGroup("one", false);
        GroupInfo two = cluster.writeGroup("two", false);
        assertThat(holders(one)).containsOnly(2);
        cluster.nodes.get(1).loseAll();
        await().until(() -> status().nodes().get(1).disk() == DiskState.EMPTY);
        assertThat(status().repair().fewer()).isEqualTo(2);
        assertThat(status().repair().repaired()).as("a person must say so").isZero();
        RepairStatus accepted = replace(1);
        assertThat(accepted.fewer()).isLessThanOrEqualTo(2);
        awaitWhole();
        assertThat(holders(one)).containsOnly(2);
        assertThat(holders(two)).containsOnly(2);
        assertThat(status().nodes().get(1).loss()).isNull();
        assertThat(placement("one")).isEqualTo(one.placement());
    }

    @Test
    void aNodeWithDataIsNotReplaced() {
        cluster.writeGroup("one", false);
        assertThatThrownBy(() -> replace(1)).hasMessageContaining("is not empty: it has data of 1 group");
        assertThatThrownBy(() -> replace(0)).hasMessageContaining("node 0 has the journal");
        assertThatThrownBy(() -> replace(3)).hasMessageContaining("there is no node 3");
        cluster.nodes.get(1).close();
        assertThatThrownBy(() -> replace(1))
                .hasMessageContaining("must run to be replaced")
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE));
    }

    @Test
    void whatANodeHasLostOfAGroupIsCopiedBack() {
        GroupInfo one = cluster.writeGroup("one", false);
        cluster.writeGroup("two", false);
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).parts.remove(one.id());
        cluster.nodes.get(1).start();
        await().until(() -> !cluster.nodes.get(1).copies.isEmpty()
                && cluster.nodes.get(1).copies.stream()
                        .anyMatch(copy -> copy.group().equals(one.key()) && copy.bytesPerSecond() > 0));
        awaitWhole();
        assertThat(holders(one)).containsOnly(2);
        assertThat(cluster.nodes.get(1).forgets)
                .as("what is left of the lost subgroups")
                .hasSize(1);
    }

    @Test
    void copiesThatFailedAreMadeAgain() {
        cluster.nodes.get(1).copyError.set(new SssException(ErrorCode.STORAGE, "its disk is full"));
        GroupInfo one = cluster.writeGroup("one", false);
        assertThat(one.placement().copies()).isEqualTo(1);
        assertThat(status().repair().fewer()).isEqualTo(1);
        cluster.nodes.get(1).copyError.set(null);
        awaitWhole();
        assertThat(placement("one").copies()).isEqualTo(2);
        assertThat(holders(one)).containsOnly(2);
    }

    @Test
    void copiesOfANodeThatIsLostForGoodAreMadeOnTheOthers() {
        GroupInfo one = cluster.writeGroup("one", false);
        assertThatThrownBy(() -> remove(2)).hasMessageContaining("answers, so it is not lost");
        cluster.nodes.get(2).close();
        await().until(() -> status().repair().awaited().size() == 1);
        assertThat(status().repair().repaired()).as("it may be back soon").isZero();
        remove(2);
        awaitWhole();
        assertThat(status().nodes().get(2).disk()).isEqualTo(DiskState.LOST);
        assertThat(placement("one").table()).isNotEqualTo(one.placement().table());
        for (int node = 0; node < 2; node++) {
            assertThat(cluster.nodes.get(node).parts.get(one.id())).containsOnly(2);
        }
        GroupInfo two = cluster.writeGroup("two", false);
        assertThat(two.placement()).isEqualTo(placement("one"));
        cluster.nodes.get(2).start();
        await().until(() -> String.valueOf(status().nodes().get(2).error()).contains("sss node replace 2"));
        cluster.stopCoordinator();
        cluster.startCoordinator();
        assertThat(cluster.writeGroup("three", false).placement().table())
                .isEqualTo(two.placement().table());
        cluster.nodes.get(2).loseAll();
        replace(2);
        awaitWhole();
        await().until(() -> IntStream.of(holders(two)).allMatch(copies -> copies == 2));
        assertThat(placement("two")).isEqualTo(one.placement());
        assertThat(LongStream.of(cluster.nodes.get(2).parts.get(two.id())).sum())
                .isEqualTo(8);
    }

    @Test
    void theLastCopyIsNotDeclaredLost() {
        cluster.nodes.get(0).copyError.set(new SssException(ErrorCode.STORAGE, "its disk is full"));
        cluster.writeGroup("one", false);
        cluster.nodes.get(2).close();
        await().until(() -> status().repair().awaited().size() == 1);
        assertThatThrownBy(() -> remove(2))
                .hasMessageContaining("has the last copy of tuples of 1 group: one")
                .hasMessageContaining("sss group rm");
        assertThat(status().nodes().get(2).disk()).isEqualTo(DiskState.KEPT);
    }

    @Test
    void nobodyWaitsForASilentNodeIfAPersonSaysSo() {
        GroupInfo one = cluster.writeGroup("one", false);
        cluster.nodes.get(2).close();
        await().until(() -> status().repair().awaited().size() == 1);
        RepairStatus waits = cluster.call(ServerVerbs.CLUSTER_REPAIR, new Repair(false), RepairStatus.class);
        assertThat(waits.fewer()).isEqualTo(1);
        assertThat(waits.awaited().get(0).seconds()).isBetween(500L, 600L);
        cluster.call(ServerVerbs.CLUSTER_REPAIR, new Repair(true), RepairStatus.class);
        awaitWhole();
        cluster.nodes.get(2).start();
        await().until(() -> placement("one").equals(one.placement()));
        assertThat(cluster.nodes.get(2).copies).as("it still has its data").isNotNull();
        await().until(() -> IntStream.of(holders(one)).allMatch(copies -> copies == 2));
        assertThat(List.copyOf(cluster.nodes.get(2).forgets)).isEmpty();
    }
}
