package org.sss.cli.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.cli.Commands;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.GroupsAfter;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** What commands show of the copies of groups: a fake cluster of two nodes that both have everything. */
class GroupCopiesIT {
    private static final NodeAddress ANY_PORT = new NodeAddress("127.0.0.1", 0);

    private final TcpTransport transport = new TcpTransport(TcpConfig.DEFAULTS);
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private List<GroupInfo> groups = List.of();
    private ClusterMap map;
    private Commands commands;

    @BeforeEach
    void listen() {
        NodeAddress server = transport
                .listen(
                        ANY_PORT,
                        new RpcService(executor)
                                .on(ServerVerbs.CLUSTER, Nothing.class, nothing -> map)
                                .on(ServerVerbs.GROUP_LIST, GroupsAfter.class, after -> new Groups(groups, null))
                                .on(ServerVerbs.GROUP_GET, Name.class, name -> groups.get(0)))
                .address();
        NodeAddress data = transport
                .listen(ANY_PORT, new RpcService(executor).on(DataVerbs.STAT, Stat.class, stat -> everything()))
                .address();
        map = new ClusterMap("c", 1, List.of(new NodeInfo(0, server, data), new NodeInfo(1, server, data)), 2)
                .withTables(1, List.of(new Places(1, 2, new byte[] {0, 1, 1, 0})));
        commands = new Commands(server.toString());
    }

    @AfterEach
    void close() {
        transport.close();
        executor.shutdownNow();
    }

    private static GroupStat everything() {
        return new GroupStat(
                7, List.of(new SubgroupStat(0, 3, 30, 40, 1, 1, 1, 500), new SubgroupStat(1, 5, 50, 60, 1, 1, 1, 700)));
    }

    private static GroupInfo group(String name, Placement placement) {
        return GroupInfo.writing(
                        GroupKey.of(7),
                        name,
                        new GroupFormat("string", "long", true, Compression.NONE, false),
                        new GroupOrigin(0, "client"))
                .ready(new Stored(8, 80, 100, 2, 2), List.of(3L, 5L), SubgroupTuples.of(new long[] {3, 5}), placement);
    }

    @Test
    void listsTheCopiesOfGroups() {
        groups = List.of(
                group("half", new Placement(1, 1, 2)), group("once", null), group("twice", new Placement(1, 2, 2)));
        assertThat(commands.ok("group", "ls"))
                .containsPattern("GROUP .* COPIES +CREATED")
                .containsPattern("half .* 1 of 2 ")
                .containsPattern("once .* 1 ")
                .containsPattern("twice .* 2 ");
        assertThat(commands.ok("group", "ls", "--json"))
                .contains("\"placement\":{\"table\":1,\"copies\":1,\"wanted\":2}");
    }

    @Test
    void listsNoCopiesIfNoGroupHasOrShallHaveSeveral() {
        groups = List.of(group("once", null));
        assertThat(commands.ok("group", "ls")).doesNotContain("COPIES");
        assertThat(commands.ok("group", "stat", "once"))
                .doesNotContain("copies")
                .contains("FILE BYTES");
    }

    @Test
    void countsEachSubgroupOnce() {
        groups = List.of(group("twice", new Placement(1, 2, 2)));
        assertThat(commands.ok("group", "stat", "twice"))
                .contains("hash partitioning, copies 2")
                .containsPattern("COPIES +BYTES OF COPIES")
                .containsPattern("\n *0 +1 +3 +30 +40 +500 +1 +700 *\n")
                .containsPattern("\n *1 +1 +5 +50 +60 +700 +1 +500 *\n");
        assertThat(commands.ok("group", "stat", "twice", "--json"))
                .contains("\"tuples\":3,\"dataBytes\":30,\"storedBytes\":40,\"fileBytes\":500,\"copies\":1,"
                        + "\"copyFileBytes\":700");
    }
}
