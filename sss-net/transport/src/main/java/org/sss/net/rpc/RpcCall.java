package org.sss.net.rpc;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import org.sss.api.SssException;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * The caller's side of one call. The request is sent by one thread at a time: first by the thread that starts the call;
 * if credit runs out, by the thread that {@code whenWritable} makes call {@link #sendRest}.
 */
final class RpcCall implements StreamHandler {
    private static final byte[] NONE = {};

    private final Message request;
    private final Body response;
    private final Runnable whenWritable;
    private final StreamSlot slot = new StreamSlot();
    private final CompletableFuture<Message> answer = new CompletableFuture<>();
    /** What is sent as frames. Set before the stream is open. */
    private byte[] content;

    private volatile int sentBytes;

    /** @param whenWritable runs in a callback when {@link #sendRest} can continue */
    RpcCall(String what, Message request, Runnable whenWritable) {
        this.request = request;
        this.response = new Body("the response of " + what);
        this.whenWritable = whenWritable;
    }

    void open(Connection connection, String verb) {
        if (connection.isLocal() && request.value() != null) {
            content = NONE;
            slot.attach(connection.open(verb, request, this));
        } else {
            content = request.bytes();
            slot.attach(connection.open(verb, Message.EMPTY, this));
        }
    }

    /** Sends as much as credit allows; returns true if nothing is left to do. Does not wait. */
    boolean sendRest() {
        Stream stream = slot.stream();
        try {
            while (sentBytes < content.length) {
                ByteBuf frame = Body.frame(content, sentBytes);
                int frameBytes = frame.readableBytes();
                if (!stream.trySend(frame)) {
                    return false;
                }
                sentBytes = sentBytes + frameBytes;
            }
            stream.end(Message.EMPTY);
        } catch (SssException e) {
            // Usually the peer has rejected the call, and onError has reported it already.
            answer.completeExceptionally(e);
        }
        return true;
    }

    /** Returns the response. Completed in callbacks. */
    CompletableFuture<Message> answer() {
        return answer;
    }

    void cancel(SssException why) {
        slot.fail(why);
    }

    @Override
    public void onData(ByteBuf data) {
        try {
            slot.grant(response.add(data));
        } catch (SssException e) {
            slot.fail(e);
            answer.completeExceptionally(e);
        }
    }

    @Override
    public void onEnd(Message trailer) {
        answer.complete(trailer.value() != null ? trailer : response.message());
    }

    @Override
    public void onError(SssException error) {
        answer.completeExceptionally(error);
    }

    @Override
    public void onWritable() {
        whenWritable.run();
    }
}
