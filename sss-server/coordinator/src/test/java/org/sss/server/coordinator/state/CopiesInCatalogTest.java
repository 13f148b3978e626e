package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.transport.NodeAddress;

/** Groups with copies in the catalog: tables, losses, what a restart finds. */
class CopiesInCatalogTest {
    private static final int NODES = 3;
    private static final SubgroupTuples TUPLES = SubgroupTuples.of(new long[] {4, 5, 6, 7, 8, 9});

    @TempDir
    private Path directory;

    private CoordinatorState state;

    private Catalog open(int copies) {
        if (state != null) {
            state.close();
        }
        state = CoordinatorState.open(
                directory, new CoordinatorState.Shape(NODES, 6, 6), Clock.systemUTC(), dead -> {});
        state.catalog().places().prepare(copies, state.isNew(), map());
        return state.catalog();
    }

    private static ClusterMap map() {
        List<NodeInfo> nodes = IntStream.range(0, NODES)
                .mapToObj(id -> new NodeInfo(id, new NodeAddress("h" + id, 1), new NodeAddress("h" + id, 2)))
                .toList();
        return new ClusterMap("c", 1, nodes, 6);
    }

    /** Publishes a group with as many whole copies. */
    private static GroupInfo publish(Catalog catalog, String name, int copies) {
        GroupInfo group =
                catalog.create(new NewGroup(name, "string", "long", true, false, "test", Compression.NONE), false);
        Committed committed = new Committed(
                List.of(new Stored(11, 1, 1, 1, 1), new Stored(13, 1, 1, 1, 1), new Stored(15, 1, 1, 1, 1)),
                TUPLES,
                Stored.NONE,
                map().locations(),
                forNewGroup(catalog).withCopies(copies));
        return catalog.publish(group.id(), committed);
    }

    private static Placement forNewGroup(Catalog catalog) {
        return new Placement(
                catalog.places().active().number(), 1, catalog.places().wanted());
    }

    private static void loses(Catalog catalog, int node, GroupInfo... groups) {
        catalog.losses()
                .compared(
                        node,
                        List.of(groups).stream()
                                .map(group -> new Missing(group.id(), 0, false, null))
                                .toList());
    }

    @Test
    void aNewClusterOnThreeHostsHasTwoCopies() {
        Catalog catalog = open(0);
        assertThat(forNewGroup(catalog)).isEqualTo(new Placement(1, 1, 2));
        catalog = open(3);
        assertThat(forNewGroup(catalog)).isEqualTo(new Placement(2, 1, 3));
        catalog = open(0);
        assertThat(forNewGroup(catalog)).as("without a setting, as before").isEqualTo(new Placement(2, 1, 3));
        catalog = open(1);
        assertThat(catalog.places().wanted()).isEqualTo(1);
    }

    @Test
    void aGroupMayHaveFewerCopiesThanTheClusterMakes() {
        Catalog catalog = open(2);
        assertThat(catalog.wantedCopies(create(catalog, "some", 0))).isEqualTo(2);
        assertThat(catalog.wantedCopies(create(catalog, "few", 1))).isEqualTo(1);
        assertThatExceptionOfType(SssException.class)
                .isThrownBy(() -> create(catalog, "many", 3))
                .withMessageContaining("group 'many' shall have 3 copies, and this cluster makes 2 of each group");
        catalog.places().ignoreRequests();
        assertThat(catalog.wantedCopies(create(catalog, "many", 3))).isEqualTo(2);
    }

    private static long create(Catalog catalog, String name, int copies) {
        GroupFormat format = new GroupFormat("string", "long", true, Compression.NONE, false);
        return catalog.create(new NewGroup(name, format, false, "test", copies), false)
                .id();
    }

    @Test
    void aNodeMustHaveItsOwnSubgroupsAndItsCopies() {
        Catalog catalog = open(2);
        GroupInfo group = publish(catalog, "g", 2);
        Places table = catalog.places().of(group.placement());
        long[] tuples = TUPLES.all();
        for (int node = 0; node < NODES; node++) {
            Expected expected = catalog.losses().expected(node).get(0);
            long[] there = new long[6];
            long sum = 0;
            for (int subgroup = 0; subgroup < 6; subgroup++) {
                there[subgroup] = table.holds(node, subgroup, 2) ? tuples[subgroup] : 0;
                sum += there[subgroup];
            }
            assertThat(expected).isEqualTo(new Expected(group.id(), sum, group.identity(), SubgroupTuples.of(there)));
        }
    }

    @Test
    void theLossOfOneCopyLeavesTheGroupWhole() {
        Catalog catalog = open(2);
        GroupInfo group = publish(catalog, "g", 2);
        loses(catalog, 1, group);
        assertThat(catalog.get("g").state()).isEqualTo(GroupInfo.State.READY);
        assertThat(catalog.losses().loss(1).copied()).isTrue();
        Places table = catalog.places().of(group.placement());
        for (int subgroup = 0; subgroup < 6; subgroup++) {
            int owner = table.owner(subgroup);
            assertThat(catalog.locations(group.id()).holders(subgroup).get(0))
                    .isEqualTo(owner == 1 ? table.holder(subgroup, 1) : owner);
        }
        loses(catalog, 2, group);
        assertThat(catalog.get("g").state()).as("both copies of some subgroups").isEqualTo(GroupInfo.State.INCOMPLETE);
        catalog.losses().compared(2, List.of());
        catalog.placed(group.id(), group.placement(), Set.of(1));
        assertThat(catalog.losses().loss(1)).isNull();
        assertThat(catalog.locations(group.id()).relocations(group.id())).isEmpty();
    }

    @Test
    void anEmptyNodeIsNotFilledBeforeAPersonSaysSo() {
        Catalog catalog = open(2);
        GroupInfo one = publish(catalog, "one", 2);
        GroupInfo two = publish(catalog, "two", 2);
        loses(catalog, 1, one);
        assertThatCode(() -> catalog.losses().checkMayWrite()).doesNotThrowAnyException();
        assertThat(catalog.losses().blocked()).isEmpty();
        loses(catalog, 1, one, two);
        assertThatThrownBy(() -> catalog.losses().checkMayWrite()).hasMessageContaining("sss cluster accept-loss 1");
        assertThat(catalog.losses().blocked()).containsExactly(1);
        assertThat(catalog.losses().isEmpty(1)).isTrue();
        catalog.losses().accept(1);
        assertThatCode(() -> catalog.losses().checkMayWrite()).doesNotThrowAnyException();
        assertThat(catalog.losses().blocked()).isEmpty();
        assertThat(catalog.losses().lacking(one).get(1)).hasSize(4);
    }

    @Test
    void partsOfANodeAreLostOneByOne() {
        Catalog catalog = open(2);
        GroupInfo group = publish(catalog, "g", 2);
        int owned = 4;
        catalog.losses().compared(1, List.of(new Missing(group.id(), 20, false, "a file", List.of(owned))));
        assertThat(catalog.losses().lacking(group)).isEqualTo(Map.of(1, Set.of(owned)));
        assertThat(catalog.locations(group.id()).relocations(group.id())).hasSize(1);
    }

    @Test
    void aRestartKnowsTablesAndPlacements() {
        Catalog catalog = open(2);
        GroupInfo group = publish(catalog, "g", 1);
        assertThat(group.placement()).isEqualTo(new Placement(1, 1, 2));
        assertThat(catalog.placed(group.id(), new Placement(1, 2, 2))).isTrue();
        Places table = catalog.places().of(group.placement());
        for (int restart = 0; restart < 2; restart++) { // the second one reads the compacted journal
            catalog = open(0);
            assertThat(catalog.get("g").placement()).isEqualTo(new Placement(1, 2, 2));
            assertThat(catalog.places().of(new Placement(1, 1, 2))).isEqualTo(table);
        }
        catalog.drop("g");
        assertThat(catalog.placed(group.id(), new Placement(1, 1, 2))).isFalse();
    }
}
