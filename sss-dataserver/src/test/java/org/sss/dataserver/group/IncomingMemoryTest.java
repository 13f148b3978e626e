package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.AllLayouts;
import org.sss.dataserver.PutAnswer;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Message;

/** More comes than the disk takes. */
final class IncomingMemoryTest {
    private static final int WINDOW_BLOCKS = 30;
    private static final IncomingMemory MEMORY = IncomingMemory.ofProcess();

    @TempDir
    Path directory;

    private int sent;

    private PutReceiver send(Group group, int source, PutAnswer answer, ByteBuf frame, int blocks) {
        PutReceiver stream =
                group.openPut(new DataVerbs.Put(GroupKey.of(1), attempt(source), false), answer, stored -> {});
        for (int block = 0; block < blocks; block++) {
            // A run of its own; all frames share the same bytes.
            stream.onData(
                    Unpooled.wrappedBuffer(Unpooled.buffer(8).writeInt(0).writeInt(block), frame.retainedDuplicate()));
            sent++;
        }
        return stream;
    }

    private static ByteBuf block() {
        ByteBuf block = Unpooled.buffer();
        Tuples.numbered("k", 300, "x".repeat(100)).writeTo(new RunWriter((bytes, length) -> {
            if (!block.isReadable()) {
                block.writeBytes(bytes, 0, length);
            }
        }));
        return block;
    }

    @Tag("heavy")
    @Test
    void streamAboveTheLimitFailsAndOthersContinue() throws Exception {
        ByteBuf block = block();
        try (Storage storage = Storage.open(
                new DataDirectory(directory), TestNode.CONFIG.withThreads(1, 1), Disk.UNSYNCED, null, AllLayouts::of)) {
            Group group = Group.fresh(GroupKey.of(1), storage, false);
            CountDownLatch stuck = new CountDownLatch(1);
            PutAnswer first = new PutAnswer();
            PutAnswer last = new PutAnswer();
            try {
                storage.thread(0).call(() -> {
                    stuck.await();
                    return null;
                });
                PutReceiver put = send(group, 0, first, block, WINDOW_BLOCKS);
                put.onEnd(Message.EMPTY);
                int source = 1;
                while (MEMORY.waitingBytes() + (long) WINDOW_BLOCKS * (block.readableBytes() + 8)
                        <= MEMORY.limitBytes()) {
                    send(group, source++, new PutAnswer(), block, WINDOW_BLOCKS);
                }
                send(group, source, last, block, WINDOW_BLOCKS);
                assertThat(sent).isGreaterThan(WINDOW_BLOCKS * 2);
                assertThatThrownBy(last::await)
                        .isInstanceOfSatisfying(
                                SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                        .hasMessageContaining("wait for the disk");
                assertThat(block.refCnt())
                        .as("frames whose read buffers wait with them")
                        .isLessThan(sent / 2);
            } finally {
                stuck.countDown();
            }
            first.await();
            assertThat(new GroupCommit(group, List.of(attempt(0)), null).run().tuples())
                    .isEqualTo((long) WINDOW_BLOCKS * block.getInt(BlockFormat.TUPLES_AT));
            await().untilAsserted(() -> assertThat(MEMORY.waitingBytes()).isZero());
        }
        assertThat(block.refCnt()).isOne();
        block.release();
    }
}
