package org.sss.server.shuffle.relocation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunMerge;
import org.sss.net.block.TupleMerge;
import org.sss.net.control.Extent;
import org.sss.net.control.Locations;
import org.sss.net.data.MergedRangesSource;
import org.sss.net.data.SubgroupSource;
import org.sss.server.task.output.MemoryRuns;

class MergedRangesSourceTest {
    private static final long SEED = 41;
    private static final long GROUP = 7;

    private final Random random = new Random(SEED);
    private final MemoryRuns whole = new MemoryRuns();
    /** By node. */
    private final List<MemoryRuns> parts = List.of(new MemoryRuns(), new MemoryRuns(), new MemoryRuns());

    private final MergedRangesSource parted = source(parts, 1, 2);

    /** As node 0, which owns the subgroup; the extents from tasks 10, 20, ... on are at these nodes. */
    private static MergedRangesSource source(List<? extends SubgroupSource> byNode, int... holders) {
        List<Extent> extents = IntStream.range(0, holders.length)
                .mapToObj(i -> Extent.onNode(10 * (i + 1), holders[i], 0))
                .toList();
        return source(byNode, extents);
    }

    private static MergedRangesSource source(List<? extends SubgroupSource> byNode, List<Extent> extents) {
        Locations computed = Locations.computed(byNode.size());
        return new MergedRangesSource(
                0,
                byNode.get(0),
                group -> group == GROUP ? computed.with(Map.of(0, extents)) : computed,
                (group, extent) -> byNode.get(extent.node()));
    }

    /** Writes runs with common keys; later runs go to later parts. */
    private void write(int runs) {
        int value = 0;
        for (int run = 0; run < runs; run++) {
            TreeMap<String, Integer> counts = new TreeMap<>();
            random.ints(500, 0, 300).forEach(key -> counts.merge(String.format("%04d", key), 1, Integer::sum));
            List<byte[][]> tuples = new ArrayList<>();
            for (Map.Entry<String, Integer> count : counts.entrySet()) {
                for (int i = 0; i < count.getValue(); i++) {
                    tuples.add(new byte[][] {
                        count.getKey().getBytes(UTF_8),
                        String.format("%0100d", value++).getBytes(UTF_8)
                    });
                }
            }
            whole.addRun(0, tuples);
            parts.get(run * parts.size() / runs).addRun(0, tuples);
        }
    }

    private static List<String> merged(SubgroupSource source) {
        List<String> tuples = new ArrayList<>();
        try (RunMerge merge = source.merged(GROUP, 0)) {
            while (merge.nextKey()) {
                while (merge.nextValue()) {
                    tuples.add(new String(merge.key(), 0, merge.keyLength(), UTF_8) + "="
                            + new String(merge.valueArray(), merge.valueOffset(), merge.valueLength(), UTF_8));
                }
            }
        }
        return tuples;
    }

    private static List<String> tuples(SubgroupSource source) {
        List<String> tuples = new ArrayList<>();
        try (TupleMerge merge = source.tuples(GROUP, 0)) {
            while (merge.next()) {
                tuples.add(new String(merge.keyArray(), merge.keyOffset(), merge.keyLength(), UTF_8) + "="
                        + new String(merge.valueArray(), merge.valueOffset(), merge.valueLength(), UTF_8));
            }
        }
        return tuples;
    }

    private static List<String> chained(SubgroupSource source) {
        List<String> tuples = new ArrayList<>();
        try (RunCursor cursor = new RunCursor(source.blocks(GROUP, 0))) {
            while (cursor.next()) {
                tuples.add(new String(cursor.valueArray(), cursor.valueOffset(), cursor.valueLength(), UTF_8));
            }
        }
        return tuples;
    }

    @Test
    void hasTheOrderOfTheUndividedSubgroup() {
        write(7);
        assertThat(merged(parted)).hasSize(3500).isEqualTo(merged(whole));
        assertThat(tuples(parted)).isEqualTo(tuples(whole));
    }

    @Test
    void partsMayBeEmpty() {
        write(1);
        assertThat(merged(parted)).hasSize(500).isEqualTo(merged(whole));
        assertThat(merged(source(List.of(parts.get(1), parts.get(2), parts.get(0)), 1, 2)))
                .isEqualTo(merged(whole));
        assertThat(chained(parted)).isEqualTo(chained(whole));
    }

    @Test
    void blocksComePartByPart() {
        write(6);
        List<String> expected = new ArrayList<>();
        parts.forEach(part -> expected.addAll(chained(part)));
        assertThat(chained(parted)).hasSize(3000).isEqualTo(expected);
    }

    @Test
    void anExtentFromTheFirstTaskOnReplacesTheOwner() {
        write(3);
        MergedRangesSource moved = source(parts, List.of(Extent.onNode(0, 2, 0)));
        assertThat(chained(moved)).isEqualTo(chained(parts.get(2)));
        assertThat(merged(moved)).isEqualTo(merged(parts.get(2)));
    }

    @Test
    void otherGroupsHaveOnePart() {
        write(3);
        try (BlockSource blocks = parted.blocks(8, 0)) {
            BlockReader reader = new BlockReader();
            int count = 0;
            while (blocks.next(reader)) {
                count++;
            }
            assertThat(count)
                    .isEqualTo(
                            parts.get(0).runs(0).stream().mapToInt(List::size).sum());
        }
    }

    @Test
    void closesPartsIfAnotherCannotBeOpened() {
        AtomicInteger closed = new AtomicInteger();
        SubgroupSource counts = new Opened(List.of(new Counted(closed), new Counted(closed)));
        SubgroupSource fails = new SubgroupSource() {
            @Override
            public BlockSource blocks(long group, int subgroup) {
                throw new SssException(ErrorCode.NODE_UNREACHABLE, "gone");
            }

            @Override
            public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
                throw new SssException(ErrorCode.NODE_UNREACHABLE, "gone");
            }
        };
        MergedRangesSource source = source(List.of(counts, counts, fails), 1, 2);
        assertThatThrownBy(() -> source.merged(GROUP, 0))
                .isInstanceOf(SssException.class)
                .hasMessage("gone");
        assertThat(closed).hasValue(4);
    }

    private record Opened(List<BlockSource> sources) implements SubgroupSource {
        @Override
        public BlockSource blocks(long group, int subgroup) {
            return sources.get(0);
        }

        @Override
        public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
            return sources;
        }
    }

    private record Counted(AtomicInteger closed) implements BlockSource {
        @Override
        public boolean next(BlockReader reader) {
            return false;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
