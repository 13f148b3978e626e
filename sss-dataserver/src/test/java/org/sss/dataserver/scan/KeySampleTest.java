package org.sss.dataserver.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.index.WrittenIndex;
import org.sss.dataserver.run.BlockRun;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.tuples.TupleSegment;
import org.sss.net.block.KeyRange;
import org.sss.net.block.RunWriter;
import org.sss.net.control.GroupKey;

/** Which keys of which blocks are taken for the bounds of a range partitioner. */
final class KeySampleTest {
    private static final int VALUE_BYTES = 4000;

    /** A run in memory that records what was asked of it. */
    private static final class BlocksOfARun implements BlockRun {
        private final List<byte[]> blocks = new ArrayList<>();
        private final List<ByteBuf> given = new ArrayList<>();
        private final List<Integer> read = new ArrayList<>();
        private int closed;

        private BlocksOfARun(Tuples tuples) {
            tuples.writeTo(new RunWriter((bytes, length) -> blocks.add(Arrays.copyOf(bytes, length))));
        }

        @Override
        public BlockIndex index() {
            WrittenIndex index = new WrittenIndex(4096);
            long at = 0;
            for (byte[] block : blocks) {
                index.add(at, block.length, 1, 0, new byte[0], 0);
                at += block.length;
            }
            return index.index();
        }

        @Override
        public int read(int from, int to, int batchBytes, Consumer<ByteBuf> out) {
            for (int block = from; block < to; block++) {
                read.add(block);
                given.add(Unpooled.copiedBuffer(blocks.get(block)));
                out.accept(given.get(given.size() - 1));
            }
            return to;
        }

        @Override
        public RunInfo info() {
            return new RunInfo(3, attempt(0), 0, new RunInfo.Size(blocks.size(), 0, 0, 0), new byte[0], new byte[0]);
        }

        @Override
        public SssException corrupt(String what, Throwable cause) {
            return new SssException(ErrorCode.CORRUPT, "run 3 is damaged: " + what, cause);
        }

        @Override
        public void close() {
            closed++;
        }

        private void isClosed() {
            assertThat(closed).isPositive();
            assertThat(given).allMatch(block -> block.refCnt() == 0);
        }
    }

    /** With eight tuples or so in a block. */
    private static BlocksOfARun run(String prefix, int count) {
        return new BlocksOfARun(Tuples.numbered(prefix, count, "x".repeat(VALUE_BYTES)));
    }

    private static List<String> sample(KeySample sample, Run... runs) {
        for (Run run : runs) {
            sample.add(run);
        }
        return sample.keys().stream().map(String::new).toList();
    }

    @Test
    void oneOfSoManyTuplesIsTakenThroughAllBlocksAndRuns() {
        BlocksOfARun first = run("a", 57);
        BlocksOfARun second = run("b", 40);
        assertThat(sample(new KeySample(1, 10), first, second))
                .containsExactly(
                        "a00000005",
                        "a00000015",
                        "a00000025",
                        "a00000035",
                        "a00000045",
                        "a00000055",
                        "b00000008",
                        "b00000018",
                        "b00000028",
                        "b00000038");
        first.isClosed();
        second.isClosed();
    }

    @Test
    void oneOfSoManyBlocksIsReadAndNoOther() {
        BlocksOfARun first = run("a", 100);
        BlocksOfARun second = run("b", 100);
        int blocks = first.blocks.size();
        assertThat(blocks).isBetween(6, 20);
        List<String> keys = sample(new KeySample(5, 1), first, second);
        assertThat(first.read).containsExactlyElementsOf(every5(0, blocks));
        assertThat(second.read).containsExactlyElementsOf(every5((5 - blocks % 5) % 5, second.blocks.size()));
        assertThat(keys).startsWith("a00000000", "a00000001").doesNotContain("a00000020");
    }

    private static List<Integer> every5(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number < to; number += 5) {
            numbers.add(number);
        }
        return numbers;
    }

    @Test
    void sampleIntervalOneReturnsAllKeysAndALargeOneNone() {
        assertThat(sample(new KeySample(0, -7), run("a", 20))).hasSize(20);
        BlocksOfARun run = run("a", 100);
        assertThat(sample(new KeySample(Long.MAX_VALUE, Long.MAX_VALUE), run, run("b", 3)))
                .isEmpty();
        assertThat(run.read).containsExactly(0);
        assertThat(sample(new KeySample(1, 1), run("a", 0))).isEmpty();
    }

    @Test
    void countsAValueInChunksAsOneTuple() {
        Tuples tuples = Tuples.numbered("a", 10, "1")
                .add(Tuples.bytes("b"), new byte[20 * MAX_PIECE_BYTES])
                .addAll(Tuples.numbered("c", 10, "3"));
        assertThat(sample(new KeySample(1, 1), new BlocksOfARun(tuples)))
                .hasSize(21)
                .containsOnlyOnce("b");
        assertThat(sample(new KeySample(1, 4), new BlocksOfARun(tuples)))
                .containsExactly("a00000002", "a00000006", "b", "c00000003", "c00000007");
    }

    /** What is left after each halving are keys at equal distances, whatever run they are of. */
    @Test
    void ofMoreThanFitIntoAnAnswerTheKeysStayEvenlySpread() {
        KeySample sample = new KeySample(1, 1);
        int count = 0;
        for (int run = 0; run < 4; run++) {
            Tuples tuples = new Tuples();
            for (int i = 0; i < 100; i++) {
                tuples.add(Tuples.bytes("x".repeat(60_000) + (1000 + count++)), new byte[0]);
            }
            sample.add(new BlocksOfARun(tuples));
        }
        List<Integer> positions = sample.keys().stream()
                .map(key -> Integer.parseInt(new String(key, 60_000, 4)) - 1000)
                .toList();
        assertThat(sample.keys().stream().mapToLong(key -> key.length).sum()).isBetween(3L << 20, 8L << 20);
        for (int i = 1; i < positions.size(); i++) {
            assertThat(positions.get(i) - positions.get(i - 1)).isEqualTo(positions.get(1) - positions.get(0));
        }
        assertThat(positions.get(0)).isLessThan(8);
        assertThat(positions.get(positions.size() - 1)).isGreaterThan(391);
    }

    @Test
    void reportsDamagedBlockWithItsRunAndClosesTheRun() {
        BlocksOfARun run = run("a", 100);
        run.blocks.get(2)[100]++;
        assertThatThrownBy(() -> sample(new KeySample(1, 1), run))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("run 3")
                .hasMessageContaining("checksum");
        run.isClosed();
    }

    /** As in layout tuples, where all runs of a segment are read as one. */
    @Test
    void aRunWithoutBlocksGivesItsFirstAndItsLastKey() {
        RunInfo info =
                new RunInfo(0, attempt(0), 0, new RunInfo.Size(1, 2, 2, 40), Tuples.bytes("a"), Tuples.bytes("z"));
        TupleSegment segment =
                new TupleSegment(null, new Manifest(Manifest.VERSION, 7, GroupKey.NO_IDENTITY, 3, 1, List.of(info)));
        assertThat(sample(new KeySample(1, 1), segment.runs(KeyRange.ALL).get(0)))
                .containsExactly("a", "z");
    }
}
