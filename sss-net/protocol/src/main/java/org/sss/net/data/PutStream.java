package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.NodeInfo;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * The stream of a {@link PutSession} to one data server. Used by the session's thread; callbacks come from any thread.
 */
final class PutStream implements StreamHandler {
    private static final byte[] NO_TRAILER = {};

    private final NodeInfo node;
    private final DataVerbs.Put header;
    private final CompletableFuture<DataVerbs.Stored> answer = new CompletableFuture<>();
    private Stream stream;
    private volatile boolean ended;
    private long blocks;
    private long bytes;
    private long creditNanos;
    private long creditWaits;
    /** What the data server has stored, once it has answered. */
    private DataVerbs.Stored result;

    private PutStream(NodeInfo node, DataVerbs.Put header) {
        this.node = node;
        this.header = header;
    }

    static PutStream open(Function<NodeAddress, Connection> connections, NodeInfo node, DataVerbs.Put header) {
        PutStream put = new PutStream(node, header);
        try {
            put.stream = connections.apply(node.data()).open(DataVerbs.PUT.name(), Json.asMessage(header), put);
            return put;
        } catch (SssException e) {
            throw put.named(e);
        }
    }

    void send(int subgroup, int sequence, byte[] block, int length) {
        if (answer.isDone()) {
            throw endedByPeer();
        }
        send(frame(subgroup, sequence, block, length));
    }

    static ByteBuf frame(int subgroup, int sequence, byte[] block, int length) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(DataVerbs.PUT_FRAME_HEADER_BYTES + length);
        return frame.writeInt(subgroup).writeInt(sequence).writeBytes(block, 0, length);
    }

    /** Owns the frame from the call on. */
    void send(ByteBuf frame) {
        int length = frame.readableBytes() - DataVerbs.PUT_FRAME_HEADER_BYTES;
        try {
            if (!trySend(frame)) {
                long startNanos = System.nanoTime();
                stream.send(frame);
                creditNanos += System.nanoTime() - startNanos;
                creditWaits++;
            }
            blocks++;
            bytes += length;
        } catch (SssException e) {
            throw answer.isDone() ? endedByPeer() : named(e);
        }
    }

    private boolean trySend(ByteBuf frame) {
        try {
            return stream.trySend(frame);
        } catch (SssException e) {
            frame.release();
            throw e;
        }
    }

    long blocks() {
        return blocks;
    }

    /** Bytes of the blocks. */
    long bytes() {
        return bytes;
    }

    /** Time that the sender waited for credit. */
    long creditNanos() {
        return creditNanos;
    }

    /** How often the sender waited for credit. */
    long creditWaits() {
        return creditWaits;
    }

    boolean hasEnded() {
        return ended;
    }

    void end() {
        if (answer.isDone()) {
            throw endedByPeer();
        }
        ended = true;
        try {
            stream.end(NO_TRAILER);
        } catch (SssException e) {
            throw answer.isDone() ? endedByPeer() : named(e);
        }
    }

    DataVerbs.Stored stored(long deadlineNanos) {
        if (result == null) {
            result = awaited(deadlineNanos);
        }
        return result;
    }

    private DataVerbs.Stored awaited(long deadlineNanos) {
        try {
            return answer.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw named(SssException.of(e, "storing"));
        } catch (TimeoutException e) {
            throw named(new SssException(
                    ErrorCode.TIMEOUT,
                    "no answer to the end of the stream before the deadline;"
                            + " the data server is stuck or its disk is slow"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw named(new SssException(ErrorCode.CANCELLED, "interrupted while waiting for the data server"));
        }
    }

    void close() {
        if (!answer.isDone() || answer.isCompletedExceptionally()) {
            stream.fail(new SssException(
                    ErrorCode.CANCELLED, "the writer " + header.attempt() + " was closed without finishing"));
        }
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
        refuse("sent a data frame where only an answer may come");
    }

    @Override
    public void onEnd(Message trailer) {
        if (!ended) {
            refuse("answered before the end of the blocks");
            return;
        }
        try {
            answer.complete(Json.read(trailer, DataVerbs.Stored.class, "the answer to a put"));
        } catch (SssException e) {
            answer.completeExceptionally(e);
        }
    }

    @Override
    public void onError(SssException error) {
        answer.completeExceptionally(error);
    }

    /** Reported by the session's next call; its close fails the stream. */
    private void refuse(String what) {
        answer.completeExceptionally(new SssException(ErrorCode.PROTOCOL, "the data server " + what));
    }

    private SssException endedByPeer() {
        try {
            answer.getNow(null);
            return named(new SssException(ErrorCode.PROTOCOL, "the stream is over already"));
        } catch (RuntimeException e) {
            return named(SssException.of(e, "storing"));
        }
    }

    private SssException named(SssException e) {
        String message =
                "writing group " + header.group() + " to " + node.data() + " of " + node + ": " + e.getMessage();
        return new SssException(e.code(), message, e, e.remoteTrace());
    }
}
