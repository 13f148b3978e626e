package org.sss.server.shuffle.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.AttemptId;

class MetaFormatTest {
    private static final MetaFormat.Shape SHAPE = new MetaFormat.Shape(3, 2, 300);
    private static final MetaBlock FIRST = new MetaBlock(0, MetaBlock.ALL, 0, 5, 1, 200, 3);
    private static final MetaBlock LAST = new MetaBlock(1, 4, 2, 299, Integer.MAX_VALUE - 1, Long.MAX_VALUE, 0);

    private static final String GOLDEN = "53534d02" + "02" + "00" + "ac02" + "02" + "00000005" + "01c80103" + "010502"
            + "ab02" + "feffffff07" + "ffffffffffffffff7f" + "00" + "020000";

    private static SortedMap<Integer, NodeSizes> message() {
        return new TreeMap<>(Map.of(0, new NodeSizes(300, List.of(FIRST, LAST)), 2, new NodeSizes(0, List.of())));
    }

    @Test
    void bytesOfAMessage() {
        byte[] bytes = MetaFormat.encode(message());
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(GOLDEN);
        assertThat(MetaFormat.decode(bytes, SHAPE)).isEqualTo(message());
    }

    @Test
    void refusesEveryPrefixAndAnythingAfterTheEnd() {
        byte[] bytes = MetaFormat.encode(message());
        for (int length = 0; length < bytes.length; length++) {
            assertRefused(Arrays.copyOf(bytes, length), SHAPE);
        }
        assertRefused(Arrays.copyOf(bytes, bytes.length + 1), SHAPE);
    }

    @Test
    void refusesNumbersBeyondTheShape() {
        byte[] bytes = MetaFormat.encode(message());
        assertRefused(bytes, new MetaFormat.Shape(2, 2, 300));
        assertRefused(bytes, new MetaFormat.Shape(3, 1, 300));
        assertRefused(bytes, new MetaFormat.Shape(3, 2, 299));
    }

    @Test
    void refusesWrongOrderAndRepetition() {
        assertRefused(MetaFormat.encode(new TreeMap<>(Map.of(0, new NodeSizes(0, List.of(LAST, FIRST))))), SHAPE);
        assertRefused(MetaFormat.encode(new TreeMap<>(Map.of(0, new NodeSizes(0, List.of(FIRST, FIRST))))), SHAPE);
    }

    private static void assertRefused(byte[] bytes, MetaFormat.Shape shape) {
        assertThatThrownBy(() -> MetaFormat.decode(bytes, shape))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL));
    }

    @Test
    void sumsTasksWhenMetaBlocksAreMany() {
        List<MetaBlock> blocks = IntStream.range(0, 100)
                .mapToObj(i -> new MetaBlock(0, i / 2, 1, i % 2, 1, 10 + i, 2))
                .toList();
        assertThat(MetaFormat.within(blocks, 7 * 100)).isEqualTo(blocks);
        assertThat(MetaFormat.within(blocks, 7 * 100 - 1))
                .containsExactly(
                        new MetaBlock(0, MetaBlock.ALL, 0, 0, 50, 50 * 10 + 49 * 50, 100),
                        new MetaBlock(0, MetaBlock.ALL, 0, 1, 50, 50 * 10 + 50 * 50, 100));
    }

    @Test
    void countsBlocksBySubgroup() {
        MetaCounts counts = new MetaCounts(1, new AttemptId("wf-1/count", 4, 2), 3);
        byte[] block = new byte[100];
        BigEndian.putInt(block, BlockFormat.TUPLES_AT, 6);
        counts.add(2, block, 50);
        counts.add(0, block, 100);
        counts.add(2, block, 60);
        assertThat(counts.all())
                .containsExactly(new MetaBlock(1, 4, 2, 0, 1, 100, 6), new MetaBlock(1, 4, 2, 2, 2, 110, 12));
    }
}
