package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.NodeAddress;

final class GroupLayoutTest {
    private static final GroupInfo GROUP = new GroupInfo(
            GroupKey.of(1),
            "g",
            GroupInfo.State.READY,
            new GroupFormat("string", "long", true, Compression.NONE, false),
            new GroupOrigin(0, ""),
            GroupInfo.Content.NONE);

    /** Of two nodes and four subgroups. */
    private static GroupLayout layout(long[] tuples, long[] bytes) {
        List<NodeInfo> nodes = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            nodes.add(new NodeInfo(node, new NodeAddress("a", 1 + node), new NodeAddress("a", 3 + node)));
        }
        List<GroupLayout.Placed> placed = new ArrayList<>();
        for (int i = 0; i < tuples.length; i++) {
            placed.add(new GroupLayout.Placed(
                    i % 2, new GroupLayout.Subgroup(i, tuples[i], bytes[i], bytes[i], 1, 1, 1, 100)));
        }
        GroupLayout.Placed copy = new GroupLayout.Placed(0, new GroupLayout.Subgroup(1, 10, 100, 100, 1, 1, 1, 30));
        return GroupLayout.of(new Group(GROUP), placed, List.of(copy), new ClusterMap("c", 1, nodes, 4));
    }

    @Test
    void skewIsTheLargestAgainstTheAverage() {
        GroupLayout layout = layout(new long[] {10, 10, 10, 70}, new long[] {100, 100, 100, 100});
        assertThat(layout.skew()).isEqualTo(new GroupLayout.Skew(2.8, 1, 1.6, 1));
        assertThat(layout.nodes())
                .containsExactly(
                        new GroupLayout.OnNode(0, 2, 20, 200, 200, 200, 1, 30),
                        new GroupLayout.OnNode(1, 2, 80, 200, 200, 200, 0, 0));
    }

    @Test
    void unwrittenSubgroupsCountAsEmpty() {
        assertThat(layout(new long[] {5}, new long[] {50}).skew()).isEqualTo(new GroupLayout.Skew(4, 4, 2, 2));
    }

    @Test
    void aGroupWithoutTuplesIsEven() {
        assertThat(layout(new long[0], new long[0]).skew()).isEqualTo(new GroupLayout.Skew(1, 1, 1, 1));
    }
}
