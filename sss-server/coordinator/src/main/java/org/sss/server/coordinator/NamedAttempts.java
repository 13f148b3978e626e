package org.sss.server.coordinator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RequestMemory;
import org.sss.net.transport.Message;

/**
 * The attempts that a writer commits: in its trailer or, if they are too many for that, in data frames, each of which
 * is an {@link Attempts}. Thread-safe.
 */
final class NamedAttempts {
    /** Limit of all frames, which are sent to the data servers as one request. */
    private static final int MAX_BYTES = 16 << 20;

    private final RequestMemory memory;
    /** Guarded by this, like the following fields. */
    private final List<byte[]> frames = new ArrayList<>();

    private int bytes;
    private boolean freed;

    NamedAttempts(RequestMemory memory) {
        this.memory = memory;
    }

    /**
     * Adds the content of a frame and releases the frame; returns its size, which the caller grants to the sender
     * again.
     *
     * @throws SssException TOO_LARGE, OVERLOADED
     */
    synchronized int add(ByteBuf frame) {
        try {
            int size = frame.readableBytes();
            if (freed) {
                return size;
            }
            if (bytes + size > MAX_BYTES) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "the attempts of a group have more than " + MAX_BYTES + " bytes; write it as several groups");
            }
            memory.hold(size);
            bytes += size;
            frames.add(ByteBufUtil.getBytes(frame));
            return size;
        } finally {
            frame.release();
        }
    }

    /**
     * Returns all attempts, with the sums of the first message, or nothing if the writer aborts. Called once.
     *
     * @param trailer of the writer; empty if the attempts came in frames
     * @throws SssException PROTOCOL
     */
    synchronized Optional<Attempts> all(Message trailer) {
        try {
            if (frames.isEmpty() || trailer.bytes().length > 0) {
                return read(trailer.bytes(), "the trailer");
            }
            Attempts first = read(frames.get(0), "a frame").orElseThrow(NamedAttempts::missing);
            List<AttemptId> all = new ArrayList<>(first.attempts());
            for (byte[] frame : frames.subList(1, frames.size())) {
                all.addAll(read(frame, "a frame")
                        .orElseThrow(NamedAttempts::missing)
                        .attempts());
            }
            return Optional.of(first.withAttempts(all));
        } finally {
            free();
        }
    }

    private static Optional<Attempts> read(byte[] json, String what) {
        Attempts read = Json.read(json, Attempts.class, what + " of " + ServerVerbs.GROUP_WRITE);
        return read.attempts() == null ? Optional.empty() : Optional.of(read);
    }

    private static SssException missing() {
        return new SssException(
                ErrorCode.PROTOCOL,
                "a frame of " + ServerVerbs.GROUP_WRITE + " has no attempts; only a trailer aborts");
    }

    /** Frees the memory of the frames. Idempotent. */
    synchronized void free() {
        freed = true;
        frames.clear();
        memory.free();
    }
}
