package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DataVerbs.Sampled;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.GroupsAfter;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/** A group of six subgroups, each of which two of three nodes have: its own and the next one. */
@Timeout(60)
class CopiedGroupTest {
    private static final int NODES = 3;
    private static final NodeAddress COORDINATOR = new NodeAddress("coordinator", 1);
    /** The last one is empty. */
    private static final long[] TUPLES = {10, 20, 30, 40, 50, 0};

    private final LocalTransport transport = new LocalTransport();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Transport.Listener> data = new ArrayList<>();
    private final AtomicInteger mapsAsked = new AtomicInteger();
    private final AtomicInteger statsAsked = new AtomicInteger();
    private ClusterMap map;
    private ClusterLink link;

    @BeforeEach
    void listen() {
        List<NodeInfo> nodes = IntStream.range(0, NODES)
                .mapToObj(i -> new NodeInfo(
                        i, i == 0 ? COORDINATOR : new NodeAddress("server-" + i, 1), new NodeAddress("data-" + i, 1)))
                .toList();
        map = new ClusterMap("c", 1, nodes, TUPLES.length);
        byte[] holders = new byte[2 * TUPLES.length];
        for (int i = 0; i < holders.length; i++) {
            holders[i] = (byte) ((i / 2 + i % 2) % NODES);
        }
        ClusterMap newer = map.withTables(1, List.of(new Places(1, 2, holders)));
        transport.listen(
                COORDINATOR,
                new RpcService(executor)
                        .on(
                                ServerVerbs.CLUSTER,
                                Nothing.class,
                                nothing -> mapsAsked.incrementAndGet() == 1 ? map : newer)
                        .on(
                                ServerVerbs.GROUP_LIST,
                                GroupsAfter.class,
                                after -> new ServerVerbs.Groups(List.of(group(true)), null)));
        nodes.forEach(node -> data.add(transport.listen(node.data(), dataServer(node.id()))));
        link = new ClusterLink(transport, COORDINATOR);
    }

    @AfterEach
    void close() {
        link.close();
        transport.close();
        executor.shutdownNow();
    }

    private RpcService dataServer(int node) {
        return new RpcService(executor)
                .on(DataVerbs.STAT, Stat.class, stat -> stat(node))
                .on(DataVerbs.SAMPLE, Sample.class, sample -> sample(node));
    }

    private static boolean holds(int node, int subgroup) {
        return subgroup % NODES == node || (subgroup + 1) % NODES == node;
    }

    private GroupStat stat(int node) {
        statsAsked.incrementAndGet();
        return new GroupStat(
                7,
                IntStream.range(0, TUPLES.length)
                        .filter(subgroup -> holds(node, subgroup) && TUPLES[subgroup] > 0)
                        .mapToObj(subgroup -> new SubgroupStat(subgroup, TUPLES[subgroup], 1, 1, 1, 1, 1, 100 + node))
                        .toList());
    }

    /** One key for each subgroup. */
    private static Sampled sample(int node) {
        return new Sampled(IntStream.range(0, TUPLES.length)
                .filter(subgroup -> holds(node, subgroup))
                .mapToObj(subgroup -> ("k" + subgroup).getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private static GroupInfo group(boolean knowsSubgroups) {
        return new GroupInfo(
                        GroupKey.of(7),
                        "words",
                        GroupInfo.State.WRITING,
                        new GroupFormat("string", "bytes", true, Compression.NONE, false),
                        new GroupOrigin(0, "test"),
                        GroupInfo.Content.NONE)
                .ready(
                        new DataVerbs.Stored(150, 1, 1, 1, 1),
                        List.of(50L, 70L, 30L),
                        knowsSubgroups ? SubgroupTuples.of(TUPLES) : null,
                        new Placement(1, 2, 2));
    }

    private List<StoredSubgroup> counted() {
        return StoredSubgroup.of(link, group(true)).stream()
                .filter(stored -> !stored.copy())
                .toList();
    }

    @Test
    void eachSubgroupCountsOnceAtItsOwner() {
        assertThat(counted()).extracting(StoredSubgroup::node).containsExactly(0, 1, 2, 0, 1);
        assertThat(counted()).extracting(stored -> stored.stat().tuples()).containsExactly(10L, 20L, 30L, 40L, 50L);
        assertThat(StoredSubgroup.of(link, group(true)))
                .filteredOn(StoredSubgroup::copy)
                .hasSize(5);
    }

    @Test
    void copiesStandInForANodeThatDoesNotAnswer() {
        data.get(1).close();
        assertThat(counted()).extracting(StoredSubgroup::node).containsExactly(0, 2, 2, 0, 2);
        assertThat(emptySubgroups(false)).isEqualTo(5);
        assertThat(GroupSample.bounds(link, group(true))).hasSize(5);
    }

    @Test
    void ifNoHolderAnswersTheErrorNamesTheNode() {
        data.get(1).close();
        data.get(2).close();
        SssException e = catchThrowableOfType(SssException.class, this::counted);
        assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(e).hasMessageContaining("'words'").hasMessageContaining("node 1");
    }

    @Test
    void committedNumbersStateWhichSubgroupsAreEmpty() {
        assertThat(emptySubgroups(true)).isEqualTo(5);
        assertThat(statsAsked).hasValue(0);
        assertThat(emptySubgroups(false)).isEqualTo(5);
        assertThat(statsAsked).hasValue(NODES);
    }

    /** Returns the only one. */
    private int emptySubgroups(boolean known) {
        BitSet empty = GroupFiles.emptySubgroups(link, group(known));
        assertThat(empty.cardinality()).isEqualTo(1);
        return empty.nextSetBit(0);
    }

    @Test
    void asksForTheMapOnceIfItIsOlderThanTheGroup() {
        assertThat(link.map()).isEqualTo(map);
        assertThat(link.holders(group(true)).first(4).id()).isEqualTo(1);
        link.holders(group(true));
        assertThat(mapsAsked).hasValue(2);
        assertThat(link.map().tables()).hasSize(1);
    }

    @Test
    void aTableThatTheCoordinatorDoesNotHaveIsAnError() {
        GroupInfo elsewhere = group(true).withPlacement(new Placement(9, 2, 2));
        assertThat(catchThrowableOfType(SssException.class, () -> link.holders(elsewhere))
                        .code())
                .isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(mapsAsked).hasValue(2);
    }
}
