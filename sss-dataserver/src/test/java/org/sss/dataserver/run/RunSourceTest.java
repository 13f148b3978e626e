package org.sss.dataserver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.index.BlockIndexBuilder;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.layout.MemoryLayout;
import org.sss.dataserver.layout.MemorySegment;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.block.RunWriter;

/** A run that is read to its end has what was committed. */
final class RunSourceTest {
    private static final Tuples TUPLES = Tuples.numbered("key", 5000, "value");

    private final BlockValidator validator = new BlockValidator();
    private final OpenRun put = new OpenRun(2, attempt(0), 0);
    private final List<byte[]> blocks = new ArrayList<>();

    @AfterEach
    void close() {
        validator.close();
    }

    private void put(Tuples tuples) {
        tuples.writeTo(new RunWriter((bytes, length) -> {
            blocks.add(Arrays.copyOf(bytes, length));
            validator.load(bytes, 0, length);
            put.add(validator);
        }));
    }

    /** A run that is said to be what was put, and has what is in {@code blocks} now. */
    private BlockSource source(KeyRange range) {
        BlockIndexBuilder index = new BlockIndexBuilder(blocks.size());
        List<ByteBuf> buffers = new ArrayList<>();
        for (byte[] block : blocks) {
            validator.load(block, 0, block.length);
            byte[] key = validator.firstKey();
            index.add(buffers.size(), block.length, validator.tuples(), 0, key, 0, key.length);
            buffers.add(Unpooled.wrappedBuffer(block));
        }
        MemorySegment.StoredRun kept =
                new MemorySegment.StoredRun(put.finish(), new IndexPage(index.build(0, 0, 0)), buffers);
        MemoryLayout layout = new MemoryLayout(MemoryBudget.of(1 << 20, Runnable::run), Runnable::run);
        return new MemorySegment(layout, 7, 3, 1, List.of(kept), 0)
                .runs(range)
                .get(0)
                .source(range, 100_000);
    }

    private void isDamage(String found) {
        assertThatThrownBy(() -> Tuples.readAll(source(KeyRange.ALL)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("group 7, subgroup 3")
                .hasMessageContaining("run 2 (")
                .hasMessageContaining("it has " + found)
                .hasMessageContaining("committed were 3 blocks with 5000 tuples of 80000 bytes");
    }

    @Test
    void whatWasPutIsRead() {
        put(TUPLES);
        assertThat(Tuples.readAll(source(KeyRange.ALL))).isEqualTo(TUPLES);
    }

    @Test
    void aBlockThatIsLostIsMissed() {
        put(TUPLES);
        blocks.remove(1);
        isDamage("2 blocks");
    }

    @Test
    void aBlockThatIsThereTwiceIsFound() {
        put(TUPLES);
        blocks.add(2, blocks.get(2));
        isDamage("4 blocks");
    }

    @Test
    void bytesThatAreMissingAreMissed() {
        put(TUPLES);
        blocks.clear();
        Tuples.numbered("key", 5000, "valu")
                .writeTo(new RunWriter((bytes, length) -> blocks.add(Arrays.copyOf(bytes, length))));
        isDamage("3 blocks with 5000 tuples of 75000 bytes");
    }

    @Test
    void doesNotCheckTotalsOfARange() {
        put(TUPLES);
        KeyRange range = new KeyRange(Tuples.bytes("key00004000"), null);
        assertThat(Tuples.readAll(source(range)).range(range.from(), null)).isEqualTo(TUPLES.range(range.from(), null));
    }

    @Test
    void doesNotCheckTotalsOfAnAbandonedRead() {
        put(TUPLES);
        BlockSource source = source(KeyRange.ALL);
        BlockReader reader = new BlockReader();
        assertThat(source.next(reader)).isTrue();
        source.close();
        assertThat(source.next(reader)).isFalse();
    }
}
