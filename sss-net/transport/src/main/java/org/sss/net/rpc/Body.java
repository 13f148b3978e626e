package org.sss.net.rpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Message;

/** Collects the frames of a request or response. Not thread-safe: used by the stream's callbacks. */
final class Body {
    static final int MAX_BYTES = 16 << 20;
    static final int MAX_FRAME_BYTES = 256 << 10;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final String what;

    Body(String what) {
        this.what = what;
    }

    /**
     * Adds a frame and releases it; returns its size, for which the caller grants credit again.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} if the body exceeds {@link #MAX_BYTES}
     */
    int add(ByteBuf frame) {
        try {
            int frameBytes = frame.readableBytes();
            checkSize(bytes.size() + frameBytes, what);
            frame.readBytes(bytes, frameBytes);
            return frameBytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            frame.release();
        }
    }

    Message message() {
        return Message.of(bytes.toByteArray());
    }

    /** Returns the frame of {@code body} that starts at {@code offset}. */
    static ByteBuf frame(byte[] body, int offset) {
        return Unpooled.wrappedBuffer(body, offset, Math.min(MAX_FRAME_BYTES, body.length - offset));
    }

    /** Returns {@code body} as JSON within the limit; an immutable one is encoded when it leaves the JVM. */
    static Message of(Object body, String what) {
        return body instanceof ImmutableMessage
                ? Message.of(body, value -> write(value, what))
                : Message.of(write(body, what));
    }

    private static byte[] write(Object body, String what) {
        byte[] json = Json.message(body);
        checkSize(json.length, what);
        return json;
    }

    private static void checkSize(int bodyBytes, String what) {
        if (bodyBytes > MAX_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    what + " is larger than the limit of " + MAX_BYTES
                            + " bytes; request less at once, or use a stream");
        }
    }
}
