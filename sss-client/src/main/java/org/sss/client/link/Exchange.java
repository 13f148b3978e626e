package org.sss.client.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.time.Duration;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;

/** A stream whose headers, responses and trailers are JSON. One thread at a time. */
public final class Exchange {
    private static final byte[] NOTHING = {};

    private final DataQueue queue;
    private final String what;

    private Exchange(DataQueue queue, String what) {
        this.queue = queue;
        this.what = what;
    }

    public static Exchange open(Connection connection, Verb verb, Object header) {
        return new Exchange(
                DataQueue.open(connection, verb, Json.asMessage(header)), "'" + verb + "' to " + connection.peer());
    }

    /** The same for a request that is complete in its header: this side's direction has ended. */
    public static Exchange ask(Connection connection, Verb verb, Object header) {
        return new Exchange(
                DataQueue.ask(connection, verb, Json.asMessage(header)), "'" + verb + "' to " + connection.peer());
    }

    /** Owns {@code data}. */
    public void send(ByteBuf data) {
        queue.stream().send(data);
    }

    /**
     * Returns the next data frame, parsed as {@code type}; of a peer in this process, the last one may be its trailer.
     */
    public <T> T next(Class<T> type, Duration timeout) {
        ByteBuf frame = queue.take(timeout);
        if (frame == null) {
            if (type.isInstance(queue.trailer().value())) {
                return type.cast(queue.trailer().value());
            }
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    what + " ended where a " + type.getSimpleName()
                            + " was expected; client and server differ in version");
        }
        try {
            return Json.read(ByteBufUtil.getBytes(frame), type, "an answer of " + what);
        } finally {
            frame.release();
        }
    }

    public void end() {
        queue.stream().end(NOTHING);
    }

    public void end(Object trailer) {
        queue.stream().end(Json.asMessage(trailer));
    }

    public void awaitEnd(Duration timeout) {
        queue.awaitEnd(timeout);
    }

    public <T> T trailer(Class<T> type, Duration timeout) {
        return Json.read(queue.awaitEnd(timeout), type, "the end of " + what);
    }

    /** Cancels the stream, with a reason for the peer; no effect if both sides have ended. Idempotent. */
    public void cancel(String why) {
        queue.stream().fail(SssException.withoutTrace(ErrorCode.CANCELLED, what + ": " + why));
        queue.close();
    }
}
