package org.sss.net.transport.tcp;

import org.sss.net.transport.Stream;

/** Frame types of {@link FrameFormat} and the limits of their payloads. */
enum FrameType {
    OPEN(1, 2, FrameFormat.MAX_OPEN_BYTES),
    DATA(2, 1, Stream.MAX_DATA_BYTES),
    END(3, 0, Stream.MAX_HEADER_BYTES),
    FAIL(4, 3, Stream.MAX_HEADER_BYTES),
    CREDIT(5, 4, 4),
    PING(6, 0, 0),
    PONG(7, 0, 0),
    RING(8, 1, RingMessage.MAX_BYTES),
    BELL(9, 0, 0);

    private static final FrameType[] TYPES = values();

    private final int code;
    private final int minBytes;
    private final int maxBytes;

    FrameType(int code, int minBytes, int maxBytes) {
        this.code = code;
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
    }

    int code() {
        return code;
    }

    boolean allows(long payloadBytes) {
        return payloadBytes >= minBytes && payloadBytes <= maxBytes;
    }

    /** PING and those after it concern the connection; all others a stream. */
    boolean hasStream() {
        return compareTo(PING) < 0;
    }

    /** FAIL concerns a stream or the connection. */
    boolean allowsStream(int streamId) {
        return hasStream() && streamId > FrameFormat.CONNECTION
                || streamId == FrameFormat.CONNECTION && (!hasStream() || this == FAIL);
    }

    /** Returns null if {@code code} is unknown. */
    static FrameType of(int code) {
        return code >= 1 && code <= TYPES.length ? TYPES[code - 1] : null;
    }
}
