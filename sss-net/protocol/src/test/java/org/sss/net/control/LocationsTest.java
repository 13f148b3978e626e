package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocationsTest {
    private static final long GROUP = 7;
    private static final Locations COMPUTED = Locations.computed(3);
    private static final Locations RELOCATED = COMPUTED.with(Map.of(
            4, List.of(Extent.onNode(6, 2, 100), Extent.inFiles(8, 200)),
            2, List.of(Extent.onNode(0, 1, 50))));

    @Test
    void subgroupsTakeTurnsAtTheNodes() {
        assertThat(IntStream.range(0, 7).map(COMPUTED::owner)).containsExactly(0, 1, 2, 0, 1, 2, 0);
        assertThat(COMPUTED.extents(5)).containsExactly(Extent.onNode(0, 2, 0));
        assertThat(COMPUTED.isComputed()).isTrue();
        assertThat(COMPUTED.relocations(GROUP)).isEmpty();
        assertThat(COMPUTED.with(Map.of())).isSameAs(COMPUTED);
    }

    @Test
    void theOwnerHasWhatTasksBeforeTheFirstRelocationWrote() {
        assertThat(RELOCATED.extents(4))
                .containsExactly(Extent.onNode(0, 1, 0), Extent.onNode(6, 2, 100), Extent.inFiles(8, 200));
        assertThat(RELOCATED.extents(3)).isEqualTo(COMPUTED.extents(3));
        assertThat(RELOCATED.isComputed()).isFalse();
    }

    @Test
    void theOwnerHasNothingIfAllTasksWereRelocated() {
        assertThat(RELOCATED.extents(2)).containsExactly(Extent.onNode(0, 1, 50));
        assertThat(RELOCATED.owner(2)).as("new tuples").isEqualTo(2);
    }

    @Test
    void eachTaskIsInOneExtent() {
        assertThat(IntStream.of(0, 5, 6, 7, 8, 99)
                        .mapToObj(source -> RELOCATED.extent(4, source).firstSource()))
                .containsExactly(0, 0, 6, 6, 8, 8);
        assertThat(RELOCATED.extent(4, 8).kind()).isEqualTo(Extent.Kind.FILE);
        assertThat(RELOCATED.extent(5, 8).node()).isEqualTo(2);
    }

    @Test
    void messagesHaveTheRelocationsOnly() {
        List<Relocation> relocations = RELOCATED.relocations(GROUP);
        assertThat(relocations)
                .containsExactly(
                        new Relocation(GROUP, 2, 0, 1, 50),
                        new Relocation(GROUP, 4, 6, 2, 100),
                        new Relocation(GROUP, 4, 8, null, 200));
        assertThat(COMPUTED.with(Relocation.extents(GROUP, relocations)).relocations(GROUP))
                .isEqualTo(relocations);
        assertThat(Relocation.extents(8, relocations)).isEmpty();
    }
}
