package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.OrphanedGroup;
import org.sss.net.control.OrphanedGroup.Part;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Adopt;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Orphans;
import org.sss.net.control.ServerVerbs.OrphansAfter;
import org.sss.net.control.ServerVerbs.Purge;

/** Orphaned groups: nodes have them, the journal does not know them. */
class OrphanedGroupsIT extends OnFakeCluster {
    private static final GroupKey ORPHAN = new GroupKey(500, "00112233445566778899aabbccddeeff");
    private static final GroupKey OTHER = new GroupKey(501, "ffeeddccbbaa99887766554433221100");

    private Orphans list(GroupKey after) {
        return cluster.call(ServerVerbs.GROUP_ORPHANS, new OrphansAfter(after), Orphans.class);
    }

    private GroupInfo adopt(GroupKey group, String name, boolean partial) {
        return cluster.call(ServerVerbs.GROUP_ADOPT, new Adopt(group, name, partial), GroupInfo.class);
    }

    private void purge(GroupKey... groups) {
        cluster.call(ServerVerbs.GROUP_PURGE, new Purge(List.of(groups)), Nothing.class);
    }

    private int counted() {
        return cluster.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class)
                .orphans();
    }

    /** Stores a group on nodes, which report it when they start. */
    private void store(GroupKey group, int... nodes) {
        int before = counted();
        for (int node : nodes) {
            cluster.nodes.get(node).stored.add(group);
            restart(node);
        }
        await().until(() -> counted() == before + 1
                && list(null).groups().stream()
                        .filter(orphan -> orphan.group().equals(group))
                        .anyMatch(orphan -> orphan.parts().size() == nodes.length));
    }

    private void restart(int node) {
        cluster.nodes.get(node).close();
        cluster.nodes.get(node).start();
    }

    private void fails(ErrorCode code, String message, Runnable call) {
        assertThatThrownBy(call::run)
                .hasMessageContaining(message)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void adoptsDataOfAllNodes() {
        assertThat(list(null)).isEqualTo(new Orphans(List.of(), null, List.of()));
        store(ORPHAN, 0, 1, 2);
        Part part = new Part(0, 4, 10, 12, null);
        assertThat(list(null).groups())
                .containsExactly(new OrphanedGroup(
                        ORPHAN,
                        FakeNode.DESCRIPTION,
                        List.of(part, new Part(1, 4, 10, 12, null), new Part(2, 4, 10, 12, null))));
        fails(ErrorCode.ALREADY_EXISTS, "group 'in' exists already", () -> adopt(ORPHAN, "in", false));
        GroupInfo adopted = adopt(ORPHAN, "again", false);
        assertThat(adopted)
                .isEqualTo(new GroupInfo(
                        new GroupKey(500, ORPHAN.identity()),
                        "again",
                        GroupInfo.State.READY,
                        new GroupFormat("string", "long", true, Compression.LZ4, false),
                        new GroupOrigin(5, "wf-1/map"),
                        new GroupInfo.Content(12, 30, 36, List.of(4L, 4L, 4L), null, List.of(), null)));
        assertThat(counted()).isZero();
        cluster.stopCoordinator();
        cluster.startCoordinator();
        assertThat(cluster.groups()).containsExactly(adopted, input);
        assertThat(list(null).groups()).isEmpty();
        fails(ErrorCode.NOT_FOUND, "there is no orphaned group 500", () -> adopt(ORPHAN, "more", false));
        cluster.call(ServerVerbs.GROUP_DROP, new Name("again"), Nothing.class);
        await().untilAsserted(() -> assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.stored).doesNotContain(ORPHAN)));
    }

    @Test
    void adoptsPartialGroupOnlyOnRequest() {
        store(ORPHAN, 0, 2);
        fails(
                ErrorCode.INVALID_ARGUMENT,
                "node 0 has 4 tuples, node 1 has nothing, node 2 has 4 tuples",
                () -> adopt(ORPHAN, "again", false));
        assertThat(adopt(ORPHAN, "again", true).nodeTuples()).containsExactly(4L, 0L, 4L);
    }

    @Test
    void listsButDoesNotAdoptDamagedGroup() {
        cluster.nodes.get(1).lost.add(ORPHAN.id());
        store(ORPHAN, 0, 1, 2);
        assertThat(list(null).groups().get(0).parts().get(1)).isEqualTo(new Part(1, 0, 0, 0, "commit-1 is damaged"));
        fails(
                ErrorCode.CORRUPT,
                "is damaged on node 1 and cannot be adopted: commit-1 is damaged",
                () -> adopt(ORPHAN, "again", true));
    }

    @Test
    void adoptingNeedsAllNodes() {
        store(ORPHAN, 0, 1, 2);
        cluster.nodes.get(1).close();
        fails(ErrorCode.NODE_UNREACHABLE, "node 1", () -> adopt(ORPHAN, "again", true));
        assertThat(list(null).silent()).containsExactly(1);
        assertThat(list(null).groups().get(0).parts().get(2)).isEqualTo(new Part(2, 4, 10, 12, null));
        cluster.nodes.get(1).start();
        await().ignoreExceptions().until(() -> adopt(ORPHAN, "again", false).tuples() == 12);
    }

    @Test
    void purgesGroupsOnReturningNodesToo() {
        store(ORPHAN, 0, 1);
        store(OTHER, 1);
        cluster.nodes.get(1).close();
        purge(ORPHAN);
        cluster.stopCoordinator();
        cluster.startCoordinator();
        cluster.nodes.get(1).start();
        await().untilAsserted(() -> assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.stored).doesNotContain(ORPHAN)));
        assertThat(cluster.nodes.get(1).stored).contains(OTHER);
        await().until(() -> counted() == 1);
        fails(ErrorCode.NOT_FOUND, "there is no orphaned group 500", () -> purge(OTHER, ORPHAN));
        assertThat(counted()).as("none of two when one cannot").isEqualTo(1);
    }

    @Test
    void rejectsPurgeWithoutIdentity() {
        GroupKey damaged = new GroupKey(502, null);
        store(damaged, 2);
        fails(ErrorCode.INVALID_ARGUMENT, "delete groups/502 in their data directories", () -> purge(damaged));
    }

    @Test
    void listsManyGroupsInPages() {
        List<GroupKey> many = LongStream.range(1000, 2500)
                .mapToObj(id -> new GroupKey(id, ORPHAN.identity()))
                .toList();
        cluster.nodes.get(0).stored.addAll(many);
        restart(0);
        await().until(() -> counted() == many.size());
        Orphans first = list(null);
        assertThat(first.next()).isEqualTo(many.get(999));
        Orphans second = list(first.next());
        assertThat(second.next()).isNull();
        assertThat(Stream.of(first, second)
                        .flatMap(page -> page.groups().stream())
                        .map(OrphanedGroup::group))
                .isEqualTo(many);
    }
}
