package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.TaskSpec.SideGroup;

class SideMapsTest {
    private static final SideGroup GROUP = new SideGroup(1, true, 10, 1000);
    private static final SideGroup OTHER = new SideGroup(2, true, 10, 1000);
    private static final Map<String, List<Long>> CONTENT = Map.of("a", List.of(1L));

    private final SideMemory memory = new SideMemory(5000);
    private final SideMaps maps = new SideMaps(memory);

    @Test
    void aGroupIsLoadedOnce() {
        Map<String, List<Long>> first = maps.get(GROUP, "side", () -> CONTENT);
        Map<String, List<Long>> second = maps.get(GROUP, "side", () -> {
            throw new AssertionError("loaded again");
        });
        assertThat(second).isSameAs(first).isEqualTo(CONTENT);
        assertThatThrownBy(() -> first.put("b", List.of())).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aGroupThatDoesNotFitIsRefusedWithItsSize() {
        maps.get(GROUP, "side", () -> CONTENT);
        SssException e = catchThrowableOfType(SssException.class, () -> maps.get(OTHER, "other", () -> CONTENT));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e).hasMessageContaining("side group 'other'").hasMessageContaining("get and getAll");
    }

    @Test
    void encodingsTakeLessThanAMapAndAreHeldBesideIt() {
        SideMaps small = new SideMaps(new SideMemory(3200 + 1080));
        small.get(GROUP, "side", () -> CONTENT);
        EncodedTuples tuples = small.tuples(GROUP, "side", () -> new EncodedTuples().complete());
        assertThat(small.tuples(GROUP, "side", () -> {
            throw new AssertionError("loaded again");
        })).isSameAs(tuples);
        SssException e = catchThrowableOfType(SssException.class,
                () -> small.tuples(new SideGroup(2, true, 1 << 20, 16 << 20), "other", () -> tuples));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e).hasMessageContaining("side group 'other' held whole would take about 24 MiB").hasMessageContaining("by a Map before")
                .hasMessageContaining("take the other group as its small one, or start the node with a larger -Xmx");
        small.forget(GROUP.id());
        assertThat(small.isEmpty()).isTrue();
    }

    @Test
    void theEndOfAWorkflowGivesItsMemoryBack() {
        maps.get(GROUP, "side", () -> CONTENT);
        maps.close();
        Map<String, List<Long>> other = new SideMaps(memory).get(OTHER, "other", () -> CONTENT);
        assertThat(other).isEqualTo(CONTENT);
    }

    @Test
    void aDroppedGroupGivesItsMemoryBackAndTasksKeepItsMap() {
        for (long number = 1; number <= 10; number++) {
            SideGroup group = new SideGroup(number, true, 10, 1000);
            Map<String, List<Long>> all = maps.get(group, "side", () -> CONTENT);
            maps.single(group, "side", all);
            maps.forget(number);
            maps.forget(number);
            assertThat(maps.isEmpty()).isTrue();
            assertThat(all).isEqualTo(CONTENT);
            assertThat(maps.single(group, "side", all)).isEqualTo(Map.of("a", 1L));
            assertThat(maps.isEmpty()).isTrue();
        }
    }

    @Test
    void aGroupThatIsDroppedWhileItIsLoadedGivesItsMemoryBack() {
        for (int i = 0; i < 10; i++) {
            Map<String, List<Long>> all = maps.get(GROUP, "side", () -> {
                maps.forget(GROUP.id());
                return CONTENT;
            });
            assertThat(all).isEqualTo(CONTENT);
            assertThat(maps.isEmpty()).isTrue();
        }
    }

    @Test
    void afterAFailureTheNextTaskLoadsItAgain() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> maps.get(GROUP, "side", () -> {
                throw new SssException(ErrorCode.TIMEOUT, "no answer");
            })).hasMessage("no answer");
        }
        Map<String, List<Long>> loaded = maps.get(GROUP, "side", () -> CONTENT);
        assertThat(loaded).isEqualTo(CONTENT);
    }
}
