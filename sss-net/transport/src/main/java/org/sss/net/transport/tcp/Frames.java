package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.sss.api.SssException;
import org.sss.net.transport.PeerError;

/** Encodes the frames of {@link FrameFormat}; the caller owns them. Thread-safe. */
final class Frames {
    private final ByteBufAllocator allocator;

    Frames(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    ByteBuf preface(int status, int windowBytes, int idleMillis) {
        return allocator
                .directBuffer(FrameFormat.PREFACE_BYTES)
                .writeInt(FrameFormat.MAGIC)
                .writeShort(FrameFormat.VERSION)
                .writeShort(status)
                .writeInt(windowBytes)
                .writeInt(idleMillis);
    }

    ByteBuf open(int streamId, byte[] verb, byte[] header) {
        return header(FrameType.OPEN, streamId, 1 + verb.length + header.length)
                .writeByte(verb.length)
                .writeBytes(verb)
                .writeBytes(header);
    }

    /** Only the header of the frame: the data follows in a separate buffer. */
    ByteBuf dataHeader(int streamId, int dataBytes) {
        return header(FrameType.DATA, streamId, 0).setInt(FrameFormat.LENGTH, dataBytes);
    }

    /**
     * The same with the first bytes of the data, which are released unless this throws; the rest of the data follows.
     */
    ByteBuf dataHeader(int streamId, int dataBytes, ByteBuf firstBytes) {
        ByteBuf frame = header(FrameType.DATA, streamId, firstBytes.readableBytes())
                .setInt(FrameFormat.LENGTH, dataBytes)
                .writeBytes(firstBytes);
        firstBytes.release();
        return frame;
    }

    ByteBuf end(int streamId, byte[] trailer) {
        return header(FrameType.END, streamId, trailer.length).writeBytes(trailer);
    }

    ByteBuf fail(int streamId, SssException failure) {
        return fail(streamId, PeerError.of(failure));
    }

    /** The same, limited to some hundred bytes. */
    ByteBuf briefFail(int streamId, SssException failure) {
        return fail(streamId, PeerError.brief(failure));
    }

    private ByteBuf fail(int streamId, PeerError error) {
        byte[] code = error.code().name().getBytes(StandardCharsets.US_ASCII);
        byte[] message = error.message().getBytes(StandardCharsets.UTF_8);
        byte[] trace = error.trace().getBytes(StandardCharsets.UTF_8);
        return header(FrameType.FAIL, streamId, 1 + code.length + 2 + message.length + trace.length)
                .writeByte(code.length)
                .writeBytes(code)
                .writeShort(message.length)
                .writeBytes(message)
                .writeBytes(trace);
    }

    ByteBuf credit(int streamId, int bytes) {
        return header(FrameType.CREDIT, streamId, 4).writeInt(bytes);
    }

    ByteBuf ping() {
        return header(FrameType.PING, FrameFormat.CONNECTION, 0);
    }

    ByteBuf pong() {
        return header(FrameType.PONG, FrameFormat.CONNECTION, 0);
    }

    ByteBuf ring(RingMessage message) {
        ByteBuf frame = header(FrameType.RING, 0, RingMessage.MAX_BYTES);
        message.write(frame);
        return frame.setInt(FrameFormat.LENGTH, frame.readableBytes() - FrameFormat.HEADER_BYTES);
    }

    ByteBuf bell() {
        return header(FrameType.BELL, 0, 0);
    }

    private ByteBuf header(FrameType type, int streamId, int payloadBytes) {
        return allocator
                .directBuffer(FrameFormat.HEADER_BYTES + payloadBytes)
                .writeInt(payloadBytes)
                .writeByte(type.code())
                .writeByte(0)
                .writeShort(0)
                .writeInt(streamId);
    }
}
