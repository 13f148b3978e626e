package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Stream;

class TcpConnectionTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SendMemory memory = new SendMemory(Long.MAX_VALUE);
    /** The allocation of this number, from 1 on, fails. */
    private int missing;

    @Test
    void requestLostWhileItIsCreatedUsesNoMemory() {
        ByteBuf[] made = new ByteBuf[1];
        TcpConnection[] connection = new TcpConnection[1];
        channel.config().setAllocator(new Making(buffer -> {
            made[0] = buffer;
            channel.close();
            connection[0].receiveClosed();
        }));
        connection[0] = new TcpConnection(channel, new NodeAddress("peer", 1), TcpConfig.DEFAULTS.streams(), memory);
        Recorder recorder = new Recorder();
        assertThatThrownBy(() -> connection[0].openEnded("get", Message.of(new byte[100]), recorder))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("was lost");
        channel.runPendingTasks();
        assertThat(recorder.calls()).hasSize(1);
        assertThat(made[0].refCnt()).isZero();
        assertThat(memory.queuedBytes()).isZero();
    }

    private TcpConnection connection() {
        channel.config().setAllocator(new Making(buffer -> {
            if (--missing == 0) {
                buffer.release();
                throw new OutOfMemoryError("no direct memory");
            }
        }));
        return new TcpConnection(channel, new NodeAddress("peer", 1), TcpConfig.DEFAULTS.streams(), memory);
    }

    private void findsNoMemory(ThrowingCallable call) {
        findsNoMemory(1, call);
    }

    private void findsNoMemory(int buffer, ThrowingCallable call) {
        missing = buffer;
        assertThatThrownBy(call).isInstanceOf(OutOfMemoryError.class);
    }

    private List<String> framesWritten() {
        channel.runPendingTasks();
        List<String> written = new ArrayList<>();
        for (ByteBuf frame = channel.readOutbound(); frame != null; frame = channel.readOutbound()) {
            written.add(FrameType.of(frame.getByte(FrameFormat.TYPE)) + " " + frame.getInt(FrameFormat.STREAM_ID));
            frame.release();
        }
        return written;
    }

    /** The peer ends the connection with all its streams if an id is skipped. */
    @Test
    void streamWithoutMemorySkipsNoId() {
        TcpConnection connection = connection();
        findsNoMemory(() -> connection.open("get", new byte[100], new Recorder()));
        connection.open("get", new byte[100], new Recorder());
        assertThat(framesWritten()).containsExactly("OPEN 1");
    }

    @Test
    void streamWithoutMemoryForItsEndCanStillFail() {
        TcpConnection connection = connection();
        Stream stream = connection.open("get", new byte[0], new Recorder());
        connection.stream(1).receiveEnd(Message.EMPTY);
        findsNoMemory(() -> stream.end(new byte[0]));
        stream.fail(new SssException(ErrorCode.INTERNAL, "no memory"));
        assertThat(framesWritten()).containsExactly("OPEN 1", "FAIL 1");
        assertThat(connection.stream(1)).isNull();
    }

    /** The caller does not get the stream, so nothing would release its data. */
    @Test
    void requestWithoutMemoryForItsEndFails() {
        TcpConnection connection = connection();
        findsNoMemory(2, () -> connection.openEnded("get", Message.EMPTY, new Recorder()));
        assertThat(framesWritten()).containsExactly("OPEN 1", "FAIL 1");
        assertThat(connection.stream(1)).isNull();
    }

    @Test
    void callerOwnsBufferThatCannotBeSent() {
        TcpConnection connection = connection();
        ByteBuf start = UnpooledByteBufAllocator.DEFAULT.directBuffer(4).writeInt(1);
        findsNoMemory(() -> connection.frames().dataHeader(1, 10, start));
        assertThat(start.refCnt()).isEqualTo(1);
        start.release();
    }

    @Tag("heavy")
    @Test
    void errorsOfManyFailingStreamsAreBriefAndTheConnectionStaysOpen() {
        Queue<ByteBuf> unread = new ArrayDeque<>();
        channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext context, Object frame, ChannelPromise promise) {
                unread.add((ByteBuf) frame); // the socket accepts nothing: no promise completes
            }
        });
        TcpConnection connection =
                new TcpConnection(channel, new NodeAddress("peer", 1), TcpConfig.DEFAULTS.streams(), memory);
        List<? extends Stream> streams = IntStream.range(
                        0, TcpConfig.DEFAULTS.streams().maxStreams())
                .mapToObj(i -> connection.open("task.run", new byte[0], new Recorder()))
                .toList();
        SssException why = new SssException(
                ErrorCode.CANCELLED, "the job failed " + "x".repeat(10_000), null, "at x".repeat(10_000));
        streams.forEach(stream -> stream.fail(why));
        channel.runPendingTasks();
        assertThat(connection.isOpen()).isTrue();
        assertThat(connection.out().queuedBytes()).isLessThan(WriteQueue.SHORT_MAX_CONTROL_BYTES);
        assertThat(unread).hasSize(2 * streams.size());
        unread.forEach(ByteBuf::release);
    }

    /** Reports each buffer before it is returned. */
    private static final class Making extends AbstractByteBufAllocator {
        private final Consumer<ByteBuf> listener;

        Making(Consumer<ByteBuf> listener) {
            this.listener = listener;
        }

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            ByteBuf buffer = UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
            listener.accept(buffer);
            return buffer;
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }
}
