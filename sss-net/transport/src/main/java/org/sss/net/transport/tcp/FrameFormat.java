package org.sss.net.transport.tcp;

import org.sss.net.transport.Stream;

/**
 * The bytes of a connection. All numbers are big-endian and unsigned. Both sides start with a preface, without waiting
 * for the other's:
 *
 * <pre>
 *    0         4         6         8             12            16
 *   +---------+---------+---------+-------------+-------------+
 *   | "SSS1"  | version | status  | windowBytes | idleMillis  |
 *   +---------+---------+---------+-------------+-------------+
 *   status: 0 welcome, 1 the listener has as many connections as it accepts, 2 the listener requires TLS
 *   windowBytes: credit that the other side has on each new stream, 1 to 2^30
 *   idleMillis: how long this side waits for a sign of life, 4 to 2^31 - 1, or 0: unspecified. The connecting side
 *   waits at least as long as the listener, up to two minutes
 * </pre>
 *
 * Then come frames:
 *
 * <pre>
 *    0         4      5       6          8          12
 *   +---------+------+-------+----------+----------+-----------------------+
 *   | length  | type | flags | reserved | streamId | payload, length bytes |
 *   +---------+------+-------+----------+----------+-----------------------+
 *   flags and reserved are 0
 *
 *   OPEN    1   verbBytes u8, verb, header      stream ids count up from 1; only the connecting side opens
 *   DATA    2   at least one byte               uses up credit
 *   END     3   trailer
 *   FAIL    4   codeBytes u8, code, messageBytes u16, message, trace        texts are UTF-8; with streamId 0, the sender
 *                                                                           closes the connection for this reason
 *   CREDIT  5   bytes u32
 *   PING    6   nothing, streamId 0
 *   PONG    7   nothing, streamId 0
 *   RING    8   {@link RingMessage}, streamId 0
 *   BELL    9   nothing, streamId 0             wakes a side that sleeps, see {@link org.sss.net.transport.ring}
 * </pre>
 *
 * Frames of a stream that is over are dropped by the receiver; any other deviation from this format ends the
 * connection.
 */
final class FrameFormat {
    static final int MAGIC = 'S' << 24 | 'S' << 16 | 'S' << 8 | '1';
    static final int VERSION = 1;
    static final int STATUS_WELCOME = 0;
    static final int STATUS_FULL = 1;
    static final int STATUS_TLS_REQUIRED = 2;

    static final int PREFACE_BYTES = 16;
    static final int PREFACE_VERSION = 4;
    static final int PREFACE_STATUS = 6;
    static final int PREFACE_WINDOW = 8;
    static final int PREFACE_IDLE = 12;

    static final int HEADER_BYTES = 12;
    static final int LENGTH = 0;
    static final int TYPE = 4;
    static final int FLAGS = 5;
    static final int RESERVED = 6;
    static final int STREAM_ID = 8;

    /** The stream id of frames that concern the connection. */
    static final int CONNECTION = 0;

    static final int MIN_IDLE_MILLIS = 4;
    static final int MAX_WINDOW_BYTES = 1 << 30;
    static final int MAX_OPEN_BYTES = 1 + Stream.MAX_VERB_BYTES + Stream.MAX_HEADER_BYTES;

    private FrameFormat() {}
}
