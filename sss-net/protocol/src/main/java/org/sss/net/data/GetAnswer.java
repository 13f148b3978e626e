package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.DataQueue;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.SpinThenPark;

/**
 * A pending point read and its answer: buffers at most a stream's window. Sending the request does not wait;
 * {@link #nextKey} and {@link #end} do. One thread at a time.
 *
 * <pre>{@code
 * for (int i = 0; i < request.keys(); i++) {
 *     for (int values = answer.nextKey(); values > 0; values--) {
 *         answer.nextValue();
 *         // the value is answer.array()[answer.valueOffset(), + answer.valueLength())
 *     }
 * }
 * answer.end();
 * }</pre>
 */
public final class GetAnswer implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final DataQueue queue;
    private final Duration timeout;
    private byte[] frame = NOTHING;
    private int at;
    private int valuesLeft;
    private int valueOffset;
    private int valueLength;
    private boolean ended;

    private GetAnswer(DataQueue queue, Duration timeout) {
        this.queue = queue;
        this.timeout = timeout;
    }

    /**
     * Sends a request.
     *
     * @param timeout how long to wait for each frame of the answer
     */
    public static GetAnswer ask(Connection connection, GetRequest request, Duration timeout) {
        return ask(connection, request, timeout, () -> {});
    }

    /** @param whenReady as {@link DataQueue#ask(Connection, org.sss.net.rpc.Verb, Message, Runnable)} */
    static GetAnswer ask(Connection connection, GetRequest request, Duration timeout, Runnable whenReady) {
        return new GetAnswer(
                DataQueue.ask(connection, DataVerbs.GET, Message.of(request.encode()), () -> {
                    SpinThenPark.expectRequests();
                    whenReady.run();
                }),
                timeout);
    }

    /** Returns true if the next frame of the answer, or its end, has arrived. */
    boolean isReady() {
        return ended || queue.isReady();
    }

    /** Returns true if the current frame is used up, so that {@link #nextKey} and {@link #end} may wait. */
    boolean isAtFrameEnd() {
        return at == frame.length && !ended;
    }

    /**
     * Moves to the answer for the next key of the request, skipping unread values of the previous one.
     *
     * @return number of values, {@link GetFormat#NOTHING_HERE} or {@link GetFormat#TOO_LARGE}
     * @throws SssException {@link ErrorCode#NOT_FOUND} if the group was dropped, and other errors of the data server;
     *     {@link ErrorCode#TIMEOUT}, {@link ErrorCode#NODE_UNREACHABLE}; {@link ErrorCode#PROTOCOL}
     */
    public int nextKey() {
        while (valuesLeft > 0) {
            nextValue();
        }
        check(at < frame.length || nextFrame(), "it ends before the last key");
        int count = readInt();
        check(
                count >= GetFormat.TOO_LARGE && count <= (frame.length - at) / 4,
                "a key has " + Integer.toUnsignedString(count) + " values in " + (frame.length - at) + " bytes");
        valuesLeft = Math.max(0, count);
        return count;
    }

    /** Moves to the next value of the current key, of which there must be one. */
    public void nextValue() {
        valueLength = readInt();
        check(
                valueLength >= 0 && valueLength <= frame.length - at,
                "a value has " + Integer.toUnsignedString(valueLength) + " bytes, of which " + (frame.length - at)
                        + " are received");
        valueOffset = at;
        at += valueLength;
        valuesLeft--;
    }

    /** The current value is in {@code array()[valueOffset(), + valueLength())}; the array is never used again. */
    public byte[] array() {
        return frame;
    }

    public int valueOffset() {
        return valueOffset;
    }

    public int valueLength() {
        return valueLength;
    }

    /** After the last key: checks that the answer ends. */
    public void end() {
        while (valuesLeft > 0) {
            nextValue();
        }
        check(at == frame.length && !nextFrame(), "it continues after the last key");
    }

    /** Cancels the rest of the answer. Idempotent. */
    @Override
    public void close() {
        queue.close();
    }

    /** Moves to the next frame; false if there is none. */
    private boolean nextFrame() {
        at = 0;
        ByteBuf data = ended ? null : take();
        if (data != null) {
            frame = copied(data);
            return true;
        }
        frame = ended ? NOTHING : queue.trailer().bytes();
        ended = true;
        return frame.length > 0;
    }

    private ByteBuf take() {
        queue.spin();
        return queue.take(timeout);
    }

    private static byte[] copied(ByteBuf data) {
        try {
            byte[] bytes = new byte[data.readableBytes()];
            data.readBytes(bytes);
            return bytes;
        } finally {
            data.release();
        }
    }

    private int readInt() {
        check(frame.length - at >= 4, "a number is cut");
        at += 4;
        return BigEndian.getInt(frame, at - 4);
    }

    private static void check(boolean ok, String what) {
        if (!ok) {
            throw new SssException(ErrorCode.PROTOCOL, "the answer of a data server is malformed: " + what);
        }
    }
}
