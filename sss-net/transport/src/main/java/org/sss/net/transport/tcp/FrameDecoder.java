package org.sss.net.transport.tcp;

import static org.sss.net.transport.tcp.FrameFormat.FLAGS;
import static org.sss.net.transport.tcp.FrameFormat.HEADER_BYTES;
import static org.sss.net.transport.tcp.FrameFormat.LENGTH;
import static org.sss.net.transport.tcp.FrameFormat.MAGIC;
import static org.sss.net.transport.tcp.FrameFormat.MAX_WINDOW_BYTES;
import static org.sss.net.transport.tcp.FrameFormat.MIN_IDLE_MILLIS;
import static org.sss.net.transport.tcp.FrameFormat.PREFACE_BYTES;
import static org.sss.net.transport.tcp.FrameFormat.PREFACE_IDLE;
import static org.sss.net.transport.tcp.FrameFormat.PREFACE_STATUS;
import static org.sss.net.transport.tcp.FrameFormat.PREFACE_VERSION;
import static org.sss.net.transport.tcp.FrameFormat.PREFACE_WINDOW;
import static org.sss.net.transport.tcp.FrameFormat.RESERVED;
import static org.sss.net.transport.tcp.FrameFormat.STREAM_ID;
import static org.sss.net.transport.tcp.FrameFormat.TYPE;
import static org.sss.net.transport.tcp.FrameFormat.VERSION;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Splits received bytes into frames. A payload that is complete in the read buffer and a large fraction of it becomes a
 * slice of it; any other is assembled from several reads. Not thread-safe: belongs to one event loop.
 */
final class FrameDecoder {
    /** A slice retains the whole read buffer, so it must be at least one part in this many of it. */
    static final int MIN_SLICE_FRACTION = 8;

    /** Type and major version of the first record of TLS. */
    private static final int TLS_HANDSHAKE = 0x1603;

    private enum State {
        PREFACE,
        HEADER,
        PAYLOAD,
        DEAD
    }

    private final FrameListener listener;
    private final ByteBuf head = Unpooled.buffer(PREFACE_BYTES, PREFACE_BYTES);
    private State state = State.PREFACE;
    private FrameType type;
    private int payloadBytes;
    private int streamId;
    private final PayloadAssembler payload;
    private long frames;
    private boolean takesStreams = true;
    private boolean takesControl = true;

    FrameDecoder(ByteBufAllocator allocator, FrameListener listener) {
        this.listener = listener;
        payload = new PayloadAssembler(allocator);
    }

    /** For the bytes of a ring: there is no preface, and all frames belong to streams. */
    static FrameDecoder ofRing(ByteBufAllocator allocator, FrameListener listener) {
        FrameDecoder decoder = new FrameDecoder(allocator, listener);
        decoder.state = State.HEADER;
        decoder.takesControl = false;
        return decoder;
    }

    /** From now on frames of streams come through a ring. */
    void rejectStreams() {
        takesStreams = false;
    }

    /**
     * Consumes all bytes of {@code in}, which the caller still owns.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL} if the bytes are not frames; later input is skipped
     */
    void feed(ByteBuf in) {
        try {
            while (in.isReadable()) {
                step(in);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** No further input is available for now. */
    void pause() {
        listener.onPause();
    }

    /** Number of complete frames so far. */
    long frames() {
        return frames;
    }

    /** Returns true if a frame has been received partially. */
    boolean isWithinFrame() {
        return state == State.PAYLOAD || head.isReadable();
    }

    /** Releases an incomplete frame and skips all later input. Idempotent. */
    void close() {
        state = State.DEAD;
        payload.close();
    }

    private void step(ByteBuf in) {
        switch (state) {
            case PREFACE -> readPreface(in);
            case HEADER -> readHeader(in);
            case PAYLOAD -> readPayload(in);
            case DEAD -> in.skipBytes(in.readableBytes());
        }
    }

    private void readPreface(ByteBuf in) {
        if (!fillHead(in, PREFACE_BYTES)) {
            return;
        }
        check(
                head.getUnsignedShort(0) != TLS_HANDSHAKE,
                "it uses TLS, and this listener does not: its node runs with security = off, or"
                        + " is for this machine only");
        check(head.getInt(0) == MAGIC, "it does not start with \"SSS1\"; is that port a node of SSS?");
        int version = head.getUnsignedShort(PREFACE_VERSION);
        check(
                version == VERSION,
                "it speaks version " + version + " of the protocol, this side " + VERSION
                        + "; run the same SSS on all nodes");
        int windowBytes = head.getInt(PREFACE_WINDOW);
        int idleMillis = head.getInt(PREFACE_IDLE);
        check(
                (idleMillis == 0 || idleMillis >= MIN_IDLE_MILLIS)
                        && windowBytes > 0
                        && windowBytes <= MAX_WINDOW_BYTES,
                "its preface is malformed");
        state = State.HEADER;
        listener.onPreface(head.getUnsignedShort(PREFACE_STATUS), windowBytes, idleMillis);
        head.clear();
    }

    private void readHeader(ByteBuf in) {
        if (!fillHead(in, HEADER_BYTES)) {
            return;
        }
        type = FrameType.of(head.getUnsignedByte(TYPE));
        check(type != null, "unknown frame type");
        check(head.getByte(FLAGS) == 0 && head.getShort(RESERVED) == 0, "flags or reserved bytes are not 0");
        check(type.allows(head.getUnsignedInt(LENGTH)), "a " + type + " frame cannot have this length");
        check(type.hasStream() ? takesStreams : takesControl, "a " + type + " frame cannot come this way");
        payloadBytes = head.getInt(LENGTH);
        streamId = head.getInt(STREAM_ID);
        check(type.allowsStream(streamId), "a " + type + " frame cannot have this stream id");
        head.clear();
        state = State.PAYLOAD;
        if (payloadBytes == 0) {
            deliver(Unpooled.EMPTY_BUFFER);
        }
    }

    private void readPayload(ByteBuf in) {
        if (payload.bytes() == 0
                && in.readableBytes() >= payloadBytes
                && payloadBytes >= in.capacity() / MIN_SLICE_FRACTION) {
            deliver(in.readRetainedSlice(payloadBytes));
            return;
        }
        payload.add(in, Math.min(payloadBytes - payload.bytes(), in.readableBytes()), payloadBytes);
        if (payload.bytes() == payloadBytes) {
            deliver(payload.take());
        }
    }

    private void deliver(ByteBuf whole) {
        state = State.HEADER;
        frames++;
        if (type == FrameType.DATA) {
            listener.onData(streamId, whole);
            return;
        }
        try {
            deliverControl(whole);
        } finally {
            whole.release();
        }
    }

    private void deliverControl(ByteBuf whole) {
        switch (type) {
            case OPEN -> listener.onOpen(streamId, FrameBody.readVerb(whole), FrameBody.readHeader(whole));
            case END -> listener.onEnd(streamId, FrameBody.readRest(whole));
            case FAIL -> listener.onFail(streamId, FrameBody.readError(whole));
            case CREDIT -> listener.onCredit(streamId, FrameBody.readCredit(whole));
            case PING -> listener.onPing();
            case PONG -> listener.onPong();
            case RING -> listener.onRing(RingMessage.read(whole));
            case BELL -> listener.onBell();
            case DATA -> throw new IllegalStateException("delivered before");
        }
    }

    private boolean fillHead(ByteBuf in, int bytes) {
        in.readBytes(head, Math.min(bytes - head.readableBytes(), in.readableBytes()));
        return head.readableBytes() == bytes;
    }

    private void check(boolean ok, String what) {
        if (!ok) {
            throw new SssException(ErrorCode.PROTOCOL, what + " (got " + ByteBufUtil.hexDump(head) + ")");
        }
    }
}
