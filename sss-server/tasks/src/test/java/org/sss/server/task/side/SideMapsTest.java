package org.sss.server.task.side;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.TaskSpec.SideGroup;
import org.sss.server.task.input.EncodedTuples;

class SideMapsTest {
    private static final SideGroup GROUP = new SideGroup(1, true, 10, 1000);
    private static final SideGroup OTHER = new SideGroup(2, true, 10, 1000);
    private static final Map<String, List<Long>> CONTENT = Map.of("a", List.of(1L));

    private final SideMemory memory = new SideMemory(5000);
    private final SideMaps maps = new SideMaps(memory);

    private static Map<String, List<Long>> get(
            SideMaps maps, SideGroup group, String name, Supplier<Map<String, List<Long>>> loader) {
        return maps.get(group, "string, long", name, loader, () -> false);
    }

    private static EncodedTuples tuples(SideMaps maps, SideGroup group, String name, Supplier<EncodedTuples> loader) {
        return maps.tuples(group, name, loader, () -> false);
    }

    @Test
    void aGroupIsLoadedOnce() {
        Map<String, List<Long>> first = get(maps, GROUP, "side", () -> CONTENT);
        Map<String, List<Long>> second = get(maps, GROUP, "side", () -> {
            throw new AssertionError("loaded again");
        });
        assertThat(second).isSameAs(first).isEqualTo(CONTENT);
        assertThatThrownBy(() -> first.put("b", List.of())).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aGroupThatDoesNotFitIsRefusedWithItsSize() {
        get(maps, GROUP, "side", () -> CONTENT);
        SssException e = catchThrowableOfType(SssException.class, () -> get(maps, OTHER, "other", () -> CONTENT));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e).hasMessageContaining("side group 'other'").hasMessageContaining("get and getAll");
    }

    @Test
    void encodingsTakeLessMemoryThanAMap() {
        SideMaps small = new SideMaps(new SideMemory(3200 + 1080));
        get(small, GROUP, "side", () -> CONTENT);
        EncodedTuples tuples = tuples(small, GROUP, "side", () -> new EncodedTuples().complete());
        assertThat(tuples(small, GROUP, "side", () -> {
                    throw new AssertionError("loaded again");
                }))
                .isSameAs(tuples);
        SssException e = catchThrowableOfType(
                SssException.class,
                () -> tuples(small, new SideGroup(2, true, 1 << 20, 16 << 20), "other", () -> tuples));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e)
                .hasMessageContaining("side group 'other' in memory would take about 24" + " MiB")
                .hasMessageContaining("by a Map before")
                .hasMessageContaining("use the other group as its small one, or start the node with a larger -Xmx");
        small.forget(GROUP.id());
        assertThat(small.isEmpty()).isTrue();
    }

    @Test
    void theEndOfAWorkflowGivesItsMemoryBack() {
        get(maps, GROUP, "side", () -> CONTENT);
        maps.close();
        Map<String, List<Long>> other = get(new SideMaps(memory), OTHER, "other", () -> CONTENT);
        assertThat(other).isEqualTo(CONTENT);
    }

    @Test
    void droppedGroupReleasesMemoryAndTasksRetainTheMap() {
        for (long number = 1; number <= 10; number++) {
            SideGroup group = new SideGroup(number, true, 10, 1000);
            Map<String, List<Long>> all = get(maps, group, "side", () -> CONTENT);
            maps.single(group, "string, long", "side", all);
            maps.forget(number);
            maps.forget(number);
            assertThat(maps.isEmpty()).isTrue();
            assertThat(all).isEqualTo(CONTENT);
            assertThat(maps.single(group, "string, long", "side", all)).isEqualTo(Map.of("a", 1L));
            assertThat(maps.isEmpty()).isTrue();
        }
    }

    @Test
    void aGroupThatIsDroppedWhileItIsLoadedGivesItsMemoryBack() {
        for (int i = 0; i < 10; i++) {
            Map<String, List<Long>> all = get(maps, GROUP, "side", () -> {
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
            assertThatThrownBy(() -> get(maps, GROUP, "side", () -> {
                        throw new SssException(ErrorCode.TIMEOUT, "no answer");
                    }))
                    .hasMessage("no answer");
        }
        Map<String, List<Long>> loaded = get(maps, GROUP, "side", () -> CONTENT);
        assertThat(loaded).isEqualTo(CONTENT);
    }

    @Test
    void whatNobodyUsesNowIsLetGoWhenMemoryIsShort() {
        SideMaps idle = new SideMaps(memory);
        get(idle, GROUP, "side", () -> CONTENT);
        memory.whenShort(idle::close);
        assertThat(get(maps, OTHER, "other", () -> CONTENT)).isEqualTo(CONTENT);
        assertThat(idle.isEmpty()).isTrue();
    }

    @Test
    void aLoaderThatHangsInATaskThatIsToEndIsNotWaitedFor() throws InterruptedException {
        CountDownLatch loading = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Thread hanging = new Thread(() -> maps.get(
                GROUP,
                "string, long",
                "side",
                () -> {
                    loading.countDown();
                    join(released);
                    return CONTENT;
                },
                () -> true));
        hanging.start();
        join(loading);
        assertThat(get(maps, GROUP, "side", () -> CONTENT)).isEqualTo(CONTENT);
        released.countDown();
        hanging.join();
        maps.close();
        // The late one has given back what it took.
        assertThat(get(new SideMaps(memory), OTHER, "other", () -> CONTENT)).isEqualTo(CONTENT);
    }

    private static void join(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void eachPairOfTypesHasAMapOfItsOwn() {
        SideMaps large = new SideMaps(new SideMemory(1 << 20));
        Map<String, List<Long>> first = get(large, GROUP, "side", () -> CONTENT);
        Map<Long, List<String>> other =
                large.get(GROUP, "long, string", "side", () -> Map.of(1L, List.of("a", "b")), () -> false);
        assertThat(other).isEqualTo(Map.of(1L, List.of("a", "b")));
        assertThat(large.single(GROUP, "string, long", "side", first)).isEqualTo(Map.of("a", 1L));
        assertThatThrownBy(() -> large.single(GROUP, "long, string", "side", other))
                .hasMessageContaining("2 values");
        large.forget(GROUP.id());
        assertThat(large.isEmpty()).isTrue();
    }

    @Test
    void aDropThatIsHeardOfALittleLaterMakesRoom() throws Exception {
        get(maps, GROUP, "side", () -> CONTENT);
        Thread dropping = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
            maps.forget(GROUP.id());
        });
        dropping.start();
        assertThat(get(maps, OTHER, "other", () -> CONTENT)).isEqualTo(CONTENT);
        dropping.join();
    }
}
