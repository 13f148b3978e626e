package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.GroupsAfter;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;

class AllGroupsTest {
    private static final NodeAddress ADDRESS = new NodeAddress("coordinator", 1);
    private static final int PAGE = 3;

    private final List<GroupInfo> there = new ArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    private Groups page(GroupsAfter after) {
        asked.add(String.valueOf(after.name()));
        List<GroupInfo> left = there.stream()
                .filter(g -> after.name() == null || g.name().compareTo(after.name()) > 0)
                .toList();
        List<GroupInfo> page = left.subList(0, Math.min(PAGE, left.size()));
        return new Groups(page, page.size() < left.size() ? page.get(PAGE - 1).name() : null);
    }

    private List<GroupInfo> list(int groups) {
        IntStream.range(0, groups)
                .forEach(i -> there.add(new GroupInfo(
                        GroupKey.of(9 - i),
                        "g" + i,
                        GroupInfo.State.READY,
                        new GroupFormat("string", "long", true, Compression.NONE, false),
                        new GroupOrigin(4, "test"),
                        new GroupInfo.Content(1, 2, 3, List.of(), null, List.of(), null))));
        ClusterMap map =
                new ClusterMap("c", 1, List.of(new NodeInfo(0, ADDRESS, new NodeAddress("coordinator", 2))), 1);
        LocalTransport transport = new LocalTransport();
        transport.listen(
                ADDRESS,
                new RpcService(executor)
                        .on(ServerVerbs.CLUSTER, Nothing.class, nothing -> map)
                        .on(ServerVerbs.GROUP_LIST, GroupsAfter.class, this::page));
        try (transport;
                ClusterLink link = new ClusterLink(transport, ADDRESS)) {
            return AllGroups.of(link).groups();
        }
    }

    /** As commands print names for shells. */
    @Test
    void nameThatNoGroupCanHaveIsRefused() {
        for (String name : List.of("x$(touch mark)", "../x", "a\nb", "")) {
            there.clear();
            there.add(new GroupInfo(
                    GroupKey.of(1),
                    name,
                    GroupInfo.State.READY,
                    new GroupFormat("string", "long", true, Compression.NONE, false),
                    new GroupOrigin(4, "test"),
                    new GroupInfo.Content(1, 2, 3, List.of(), null, List.of(), null)));
            assertThatThrownBy(() -> list(0))
                    .as(name)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL))
                    .hasMessageContaining("the node lists a group that cannot exist");
        }
    }

    @Test
    void listsFewGroupsWithOneRequest() {
        assertThat(list(PAGE)).isEqualTo(there);
        assertThat(asked).containsExactly("null");
    }

    @Test
    void listsGroupsOverSeveralPages() {
        assertThat(list(2 * PAGE + 1)).isEqualTo(there);
        assertThat(asked).containsExactly("null", "g2", "g5");
    }
}
