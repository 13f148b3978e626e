package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteQueueTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> calls = new ArrayList<>();
    private final SendMemory memory = new SendMemory(3 * WriteQueue.SHORT_HIGH_BYTES);
    private final WriteQueue queue =
            new WriteQueue(channel, memory, () -> calls.add("writable"), () -> calls.add("overflow"));

    @Test
    void writesHeadAndDataTogetherAndInOrder() {
        queue.add(buffer(1), buffer(2));
        queue.add(buffer(3), null);
        queue.flush();
        channel.runPendingTasks();
        assertThat(sizesWritten()).containsExactly(1, 2, 3);
        assertThat(calls).isEmpty();
    }

    @Test
    void manyFramesAreFlushedWithoutAnotherCall() {
        List<Integer> expected = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            queue.add(buffer(i), null);
            queue.flush();
            expected.add(i);
        }
        channel.runPendingTasks();
        assertThat(sizesWritten()).isEqualTo(expected);
    }

    @Test
    void fullQueueReportsOnceThatThereIsRoomAgain() {
        queue.add(buffer(1), buffer(WriteQueue.HIGH_BYTES));
        assertThat(queue.isWritable()).isFalse();
        queue.flush();
        channel.runPendingTasks();
        assertThat(queue.isWritable()).isTrue();
        assertThat(calls).containsExactly("writable");
        queue.add(buffer(1), null);
        queue.flush();
        channel.runPendingTasks();
        assertThat(calls).containsExactly("writable");
        sizesWritten();
    }

    /**
     * A full queue of eight frames; {@code onTheirWay} has the promises of frames that the socket has not accepted
     * yet.
     */
    private WriteQueue full(List<ChannelPromise> onTheirWay) {
        channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext context, Object frame, ChannelPromise promise) {
                ReferenceCountUtil.release(frame);
                onTheirWay.add(promise);
            }
        });
        WriteQueue alone = new WriteQueue(
                channel, new SendMemory(Long.MAX_VALUE), () -> calls.add("writable"), () -> calls.add("overflow"));
        for (int i = 0; i < 8; i++) {
            alone.add(buffer(WriteQueue.HIGH_BYTES / 8), null);
        }
        alone.flush();
        channel.runPendingTasks();
        return alone;
    }

    @Test
    void laterSendersDoNotTakeTheRoomOfWaitingOnes() {
        List<ChannelPromise> onTheirWay = new ArrayList<>();
        WriteQueue alone = full(onTheirWay);
        assertThat(alone.isWritable()).isFalse();
        for (int i = 0; i < 20 && calls.isEmpty(); i++) {
            onTheirWay.remove(0).setSuccess();
            channel.runPendingTasks();
            if (calls.isEmpty() && alone.isWritable()) {
                alone.add(buffer(WriteQueue.HIGH_BYTES / 8), null);
                alone.flush();
                channel.runPendingTasks();
            }
        }
        assertThat(calls).containsExactly("writable");
    }

    @Test
    void refusedSenderIsNotCalledForEachWrittenFrame() {
        List<ChannelPromise> onTheirWay = new ArrayList<>();
        WriteQueue alone = full(onTheirWay);
        assertThat(alone.isWritable()).isFalse();
        onTheirWay.subList(0, 4).forEach(ChannelPromise::setSuccess);
        channel.runPendingTasks();
        assertThat(calls).as("half of it is gone").isEmpty();
        onTheirWay.get(4).setSuccess();
        channel.runPendingTasks();
        assertThat(calls).containsExactly("writable");
    }

    @Test
    void overflowCountsControlFramesAndNotData() {
        WriteQueue alone = full(new ArrayList<>());
        calls.clear();
        for (int bytes = 0; bytes <= WriteQueue.MAX_CONTROL_BYTES; bytes += 1 << 20) {
            alone.add(buffer(1), buffer(1 << 20));
        }
        alone.flush();
        channel.runPendingTasks();
        assertThat(calls).isEmpty();
        for (int bytes = 0; bytes <= WriteQueue.MAX_CONTROL_BYTES; bytes += 1 << 20) {
            alone.add(buffer(1 << 20), null);
        }
        alone.flush();
        channel.runPendingTasks();
        assertThat(calls).containsExactly("overflow");
    }

    @Test
    void framesThatOpenStreamsCauseNoOverflowButAreLimited() {
        List<ChannelPromise> onTheirWay = new ArrayList<>();
        WriteQueue alone = full(onTheirWay);
        calls.clear();
        for (int bytes = 0; bytes <= WriteQueue.MAX_CONTROL_BYTES; bytes += 1 << 20) {
            assertThat(alone.hasManyOpens()).isFalse();
            alone.addOpen(buffer(1 << 20));
        }
        alone.flush();
        channel.runPendingTasks();
        assertThat(calls).doesNotContain("overflow");
        assertThat(alone.hasManyOpens()).isTrue();
        onTheirWay.forEach(ChannelPromise::setSuccess);
        assertThat(alone.hasManyOpens()).isFalse();
        assertThat(alone.queuedBytes()).isZero();
    }

    @Test
    void writtenBytesAreNoLongerCounted() {
        queue.add(buffer(1), buffer(9));
        assertThat(queue.queuedBytes()).isEqualTo(memory.queuedBytes()).isEqualTo(10);
        queue.flush();
        channel.runPendingTasks();
        assertThat(queue.queuedBytes()).isEqualTo(memory.queuedBytes()).isZero();
        sizesWritten();
    }

    @Test
    void limitsAreLowerWhileSharedMemoryIsShort() {
        memory.add(4 * WriteQueue.SHORT_HIGH_BYTES);
        queue.add(buffer(1), null);
        assertThat(queue.isWritable()).as("a little").isTrue();
        queue.add(buffer(1), buffer(WriteQueue.SHORT_HIGH_BYTES));
        assertThat(queue.isWritable()).as("no more").isFalse();
        memory.free(4 * WriteQueue.SHORT_HIGH_BYTES);
        assertThat(queue.isWritable()).as("the others have sent theirs").isTrue();
        queue.flush();
        channel.runPendingTasks();
        sizesWritten();
        assertThat(memory.queuedBytes()).isZero();
    }

    /** For example without memory for a copy: the next frame would be read as the rest of this one. */
    @Test
    void failedWriteEndsTheConnection() {
        List<Throwable> errors = new ArrayList<>();
        channel.pipeline().addLast(new ChannelDuplexHandler() {
            @Override
            public void write(ChannelHandlerContext context, Object frame, ChannelPromise promise) {
                if (((ByteBuf) frame).readableBytes() == 2) {
                    ReferenceCountUtil.release(frame);
                    promise.setFailure(new OutOfMemoryError("no direct memory"));
                } else {
                    context.write(frame, promise);
                }
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                errors.add(cause);
                context.close();
            }
        });
        queue.add(buffer(1), buffer(2));
        queue.add(buffer(3), buffer(4));
        queue.flush();
        channel.runPendingTasks();
        assertThat(errors.get(0)).isInstanceOf(OutOfMemoryError.class);
        assertThat(channel.isOpen()).isFalse();
        assertThat(sizesWritten()).doesNotContain(3, 4);
        assertThat(memory.queuedBytes()).isZero();
    }

    @Test
    void releasesFramesForAClosedChannel() {
        ByteBuf head = buffer(1);
        ByteBuf data = buffer(2);
        channel.close();
        queue.add(head, data);
        queue.flush();
        channel.runPendingTasks();
        assertThat(head.refCnt()).isZero();
        assertThat(data.refCnt()).isZero();
        assertThat(memory.queuedBytes()).isZero();
    }

    private List<Integer> sizesWritten() {
        List<Integer> sizes = new ArrayList<>();
        for (ByteBuf written = channel.readOutbound(); written != null; written = channel.readOutbound()) {
            sizes.add(written.readableBytes());
            written.release();
        }
        return sizes;
    }

    private static ByteBuf buffer(int bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes).writeZero(bytes);
    }
}
