package org.sss.dataserver.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.data.BlockBatch;
import org.sss.net.rpc.Json;

/** What the client of a scan gets at the end: what was committed, or else what was sent. */
final class CountedBlocksTest {
    private final Queue<ByteBuf> frames = new ArrayDeque<>();
    private final Queue<FileBlocks> rests = new ArrayDeque<>();

    CountedBlocksTest() {
        Tuples.of("a", "12", "b", "345")
                .writeTo(new RunWriter(
                        (bytes, length) -> frames.add(Unpooled.wrappedBuffer(Arrays.copyOf(bytes, length)))));
        frames.add(Unpooled.wrappedBuffer(new byte[1]));
    }

    private Scanned scan(TupleTotals committed) {
        CountedBlocks counted = new CountedBlocks(
                new FrameSource() {
                    @Override
                    public ByteBuf next() {
                        return frames.poll();
                    }

                    @Override
                    public FileBlocks rest() {
                        return frames.isEmpty() ? rests.poll() : null;
                    }

                    @Override
                    public void close() {
                        // there is nothing
                    }
                },
                committed);
        while (counted.next() != null) {
            counted.rest();
        }
        return Json.read(counted.trailer(), Scanned.class, "the trailer");
    }

    @Test
    void fullScanReportsCommittedTotals() {
        assertThat(scan(new TupleTotals(3, 10))).isEqualTo(new Scanned(1, 3, 10L));
    }

    @Test
    void rangeScanReportsTotalsSent() {
        assertThat(scan(null)).isEqualTo(new Scanned(1, 2, 7L));
    }

    @Test
    void rangeScanOfUnreadBlocksReportsNoBytes() {
        frames.add(batch());
        rests.add(new FileBlocks(List.of(), 100));
        assertThat(scan(null)).isEqualTo(new Scanned(3, 102, null));
    }

    @Test
    void fullScanOfUnreadBlocksReportsCommittedBytes() {
        frames.add(batch());
        rests.add(new FileBlocks(List.of(), 100));
        assertThat(scan(new TupleTotals(102, 1000))).isEqualTo(new Scanned(3, 102, 1000L));
    }

    private static ByteBuf batch() {
        ByteBuf head = Unpooled.buffer().writerIndex(BlockBatch.headBytes(2));
        BlockBatch.putHead(head, 2);
        return head;
    }
}
