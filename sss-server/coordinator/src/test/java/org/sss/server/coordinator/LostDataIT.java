package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NodeLoss;
import org.sss.net.control.ServerVerbs.NodeNumber;
import org.sss.net.control.ServerVerbs.Nothing;

/** Nodes that return without their committed data. */
class LostDataIT extends OnFakeCluster {
    private static final String REMEDY = "sss cluster accept-loss 1";

    private GroupInfo group(String name) {
        return cluster.call(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class);
    }

    private NodeLoss loss(int node) {
        return cluster.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class)
                .nodes()
                .get(node)
                .loss();
    }

    private NodeLoss accept(int node) {
        return cluster.call(ServerVerbs.CLUSTER_ACCEPT_LOSS, new NodeNumber(node), NodeLoss.class);
    }

    private void restart(int node) {
        cluster.nodes.get(node).close();
        cluster.nodes.get(node).start();
    }

    private void lose(int node, GroupInfo group) {
        cluster.nodes.get(node).lost.add(group.id());
        restart(node);
        await().until(() -> group(group.name()).state() == GroupInfo.State.INCOMPLETE);
    }

    private void restore(int node) {
        cluster.nodes.get(node).lost.clear();
        restart(node);
        await().until(() -> cluster.groups().stream().allMatch(group -> group.state() == GroupInfo.State.READY));
    }

    @Test
    void groupWithLostDataIsIncomplete() {
        assertThat(input.nodeTuples()).containsExactly(4L, 4L, 4L);
        lose(1, input);
        GroupInfo incomplete = group("in");
        assertThat(incomplete.lost()).containsExactly(new GroupInfo.Lost(1, 4, false, null));
        assertThat(cluster.groups()).containsExactly(incomplete);
        assertThatThrownBy(incomplete::checkWhole)
                .hasMessageContaining("group 'in'")
                .hasMessageContaining("node 1 lacks 4 tuples")
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
        assertThat(loss(1)).isEqualTo(new NodeLoss(1, List.of("in"), false, false, false));
        assertThat(loss(0)).isNull();
    }

    @Test
    void nodeWithLossAcceptsNoNewDataUntilLossIsAccepted() {
        cluster.writeGroup("whole", false);
        lose(1, input);
        assertThatThrownBy(() -> cluster.writeGroup("new", false))
                .hasMessageContaining("node 1 has lost the data of 1 group: in")
                .hasMessageContaining(REMEDY)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code().kind()).isEqualTo(ErrorCode.Kind.FATAL));
        assertThat(accept(1)).isEqualTo(new NodeLoss(1, List.of("in"), true, false, false));
        assertThat(cluster.writeGroup("new", false).state()).isEqualTo(GroupInfo.State.READY);
        assertThat(group("in").state()).isEqualTo(GroupInfo.State.INCOMPLETE);
    }

    @Test
    void rejectsWorkflowThatReadsIncompleteGroup() {
        lose(1, input);
        accept(1);
        assertThatThrownBy(() -> cluster.submit(FakeCluster.copy("out")))
                .hasMessageContaining("group 'in'")
                .hasMessageContaining("is incomplete");
    }

    @Test
    void jobFailsUntilLossIsAccepted() {
        GroupInfo other = cluster.writeGroup("other", false);
        lose(1, other);
        assertThat(cluster.run(FakeCluster.copy("out")).error().message())
                .contains("node 1 has lost the data of 1 group: other", REMEDY);
        accept(1);
        assertThat(cluster.run(FakeCluster.copy("out")).error()).isNull();
    }

    @Test
    void dropOfIncompleteGroupsResolvesLoss() {
        lose(1, input);
        cluster.call(ServerVerbs.GROUP_DROP, new Name("in"), Nothing.class);
        assertThat(loss(1)).isNull();
        assertThat(cluster.writeGroup("new", false).state()).isEqualTo(GroupInfo.State.READY);
    }

    @Test
    void restartedCoordinatorKnowsAcceptedLossesAndFindsOthers() {
        GroupInfo other = cluster.writeGroup("other", false);
        lose(1, input);
        accept(1);
        cluster.stopCoordinator();
        cluster.startCoordinator();
        assertThat(cluster.writeGroup("new", false).state()).isEqualTo(GroupInfo.State.READY);
        assertThat(group("in").state()).isEqualTo(GroupInfo.State.INCOMPLETE);
        cluster.stopCoordinator();
        cluster.nodes.get(2).lost.add(other.id());
        cluster.startCoordinator();
        assertThatThrownBy(() -> cluster.writeGroup("newer", false))
                .hasMessageContaining("node 2 has lost the data of 1 group: other");
    }

    @Test
    void dataLostAgainMustBeAcceptedAgain() {
        lose(1, input);
        accept(1);
        restore(1);
        assertThat(loss(1)).isNull();
        lose(1, input);
        assertThatThrownBy(() -> cluster.writeGroup("new", false)).hasMessageContaining(REMEDY);
    }

    @Test
    void rejectsAcceptanceOfUnknownLoss() {
        assertThatThrownBy(() -> accept(1)).hasMessageContaining("node 1 has lost nothing");
        assertThatThrownBy(() -> accept(3)).hasMessageContaining("there is no node 3");
    }
}
