package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;
import org.sss.net.transport.NodeAddress;

class PlacesTest {
    /** Of 8 subgroups on 4 nodes: the owners of the rule, and the next nodes. */
    private static final Places TWO_COPIES =
            new Places(1, 2, new byte[] {0, 1, 1, 2, 2, 3, 3, 0, 0, 2, 1, 3, 2, 0, 3, 1});

    private static ClusterMap map(int nodes, int active, Places... tables) {
        List<NodeInfo> infos = IntStream.range(0, nodes)
                .mapToObj(id -> new NodeInfo(id, new NodeAddress("h" + id, 1), new NodeAddress("h" + id, 2)))
                .toList();
        return new ClusterMap("c", 1, infos, 8, active, List.of(tables));
    }

    private static GroupInfo group(Placement placement) {
        return GroupInfo.writing(
                        new GroupKey(7, GroupKey.NO_IDENTITY),
                        "g",
                        new GroupFormat("string", "long", true, Compression.NONE, false),
                        new GroupOrigin(1, "import"))
                .withPlacement(placement);
    }

    @Test
    void aGroupIsWhereItsTableSays() {
        Places two = TWO_COPIES;
        ClusterMap map = map(4, 1, two);
        for (int subgroup = 0; subgroup < 8; subgroup++) {
            assertThat(map.locations(group(null)).holders(subgroup)).containsExactly(subgroup % 4);
            assertThat(map.locations(group(new Placement(1, 1, 2))).holders(subgroup))
                    .containsExactly(two.owner(subgroup));
            assertThat(map.locations(group(new Placement(1, 2, 2))).holders(subgroup))
                    .containsExactly(two.holder(subgroup, 0), two.holder(subgroup, 1))
                    .doesNotHaveDuplicates();
            assertThat(map.locations().owner(subgroup)).isEqualTo(subgroup % 4);
        }
    }

    @Test
    void tasksGetATableOnlyIfOwnersAreOthers() {
        Places moved = new Places(2, 1, new byte[] {1, 1, 2, 3, 1, 1, 2, 3});
        assertThat(map(4, 1, TWO_COPIES).forTasks()).isEqualTo(map(4, 0));
        assertThat(map(4, 2, TWO_COPIES, moved).forTasks()).isEqualTo(map(4, 2, moved));
    }

    @Test
    void aMapThatIsOlderThanTheTableSaysSo() {
        assertThatThrownBy(() -> map(4, 0).locations(group(new Placement(3, 2, 2))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("table of places 3");
    }

    @Test
    void extentsElsewhereReplaceCopies() {
        Locations copies = Locations.of(TWO_COPIES, 2);
        Locations moved = copies.with(Map.of(3, List.of(new Extent(0, Extent.Kind.NODE, List.of(2), 0))));
        assertThat(moved.holders(3)).containsExactly(2);
        assertThat(moved.holders(2)).isEqualTo(copies.holders(2));
        assertThat(moved.owner(3)).isEqualTo(3);
        assertThat(moved.relocations(7)).hasSize(1);
    }

    @Test
    void isOneTextInMessages() {
        Places places = new Places(1, 2, new byte[] {0, (byte) 200, 1, 0});
        byte[] json = Json.write(places);
        assertThat(new String(json, StandardCharsets.UTF_8))
                .isEqualTo("{\"number\":1,\"copies\":2,\"holders\":\"AMgBAA==\"}");
        assertThat(Json.read(json, Places.class, "it")).isEqualTo(places);
        assertThat(places.holder(0, 1)).isEqualTo(200);
        assertThat(places.holds(200, 0, 2)).isTrue();
        assertThat(places.holds(200, 0, 1)).isFalse();
    }

    @Test
    void refusesATableWithoutHolders() {
        assertThatThrownBy(() -> new Places(1, 2, new byte[3])).hasMessageContaining("3 entries for 2 copies");
        assertThatThrownBy(() -> new Places(1, 2, new byte[0])).isInstanceOf(SssException.class);
        assertThatThrownBy(() -> new Places(0, 1, new byte[2])).isInstanceOf(SssException.class);
    }
}
