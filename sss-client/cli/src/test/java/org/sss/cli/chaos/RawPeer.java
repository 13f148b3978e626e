package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Frames over a {@link RawTls}, also invalid ones. One thread. */
final class RawPeer implements Closeable {
    static final int OPEN = 1;
    static final int DATA = 2;
    static final int END = 3;
    static final int FAIL = 4;
    static final int CREDIT = 5;
    static final int PING = 6;
    private static final int PREFACE_BYTES = 16;
    private static final int HEADER_BYTES = 12;

    private final RawTls tls;
    private byte[] received = {};
    private boolean hasPreface;
    private int streams;

    record Frame(int type, int stream, byte[] payload) {
        /** Code and message of a FAIL frame. */
        String code() {
            return new String(payload, 1, payload[0], UTF_8);
        }

        String message() {
            ByteBuffer bytes = ByteBuffer.wrap(payload);
            bytes.position(1 + payload[0]);
            byte[] message = new byte[bytes.getShort()];
            bytes.get(message);
            return new String(message, UTF_8);
        }
    }

    RawPeer(RawTls tls) {
        this.tls = tls;
    }

    RawTls tls() {
        return tls;
    }

    int nextStream() {
        return ++streams;
    }

    static byte[] preface() {
        return ByteBuffer.allocate(PREFACE_BYTES)
                .put("SSS1".getBytes(UTF_8))
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(1 << 20)
                .putInt(0)
                .array();
    }

    static byte[] frame(int type, int stream, byte[] payload) {
        return ByteBuffer.allocate(HEADER_BYTES + payload.length)
                .putInt(payload.length)
                .putInt(type << 24)
                .putInt(stream)
                .put(payload)
                .array();
    }

    static byte[] open(int stream, String verb, byte[] header) {
        byte[] name = verb.getBytes(UTF_8);
        return frame(OPEN, stream, join(new byte[] {(byte) name.length}, name, header));
    }

    static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return all.array();
    }

    void send(byte[]... parts) throws IOException {
        tls.send(join(parts));
    }

    /**
     * Returns the frames that have arrived, none after {@code waitMillis}.
     *
     * @throws IOException if the connection was closed
     */
    List<Frame> receive(int waitMillis) throws IOException {
        received = join(received, tls.receive(waitMillis));
        ByteBuffer bytes = ByteBuffer.wrap(received);
        if (!hasPreface && bytes.remaining() >= PREFACE_BYTES) {
            bytes.position(PREFACE_BYTES);
            hasPreface = true;
        }
        List<Frame> frames = new ArrayList<>();
        while (hasPreface
                && bytes.remaining() >= HEADER_BYTES
                && bytes.remaining() - HEADER_BYTES >= bytes.getInt(bytes.position())) {
            byte[] payload = new byte[bytes.getInt()];
            int type = bytes.getInt() >>> 24;
            int stream = bytes.getInt();
            bytes.get(payload);
            frames.add(new Frame(type, stream, payload));
        }
        received = Arrays.copyOfRange(received, bytes.position(), received.length);
        return frames;
    }

    @Override
    public void close() throws IOException {
        tls.close();
    }
}
