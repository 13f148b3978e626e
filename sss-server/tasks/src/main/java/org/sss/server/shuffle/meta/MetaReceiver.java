package org.sss.server.shuffle.meta;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.RequestMemory;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** Collects one message of another node. Used by the callbacks of its stream. */
public final class MetaReceiver implements StreamHandler {
    private static final byte[] NONE = {};

    private final Stream stream;
    private final RequestMemory memory;
    private final Taker taker;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private boolean over;

    /** Takes a complete message. */
    @FunctionalInterface
    public interface Taker {
        /** @param free runs when the message is no longer needed, unless this throws. Does not block. */
        void take(byte[] content, Runnable free);
    }

    public MetaReceiver(Stream stream, RequestMemory memory, Taker taker) {
        this.stream = stream;
        this.memory = memory;
        this.taker = taker;
    }

    @Override
    public void onData(ByteBuf data) {
        try {
            int bytes = data.readableBytes();
            if (over) {
                return;
            }
            if (content.size() + bytes > MetaFormat.MAX_BYTES) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "a message with meta-blocks has more than " + MetaFormat.MAX_BYTES + " bytes");
            }
            memory.hold(bytes);
            data.readBytes(content, bytes);
            stream.grant(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SssException e) {
            fail(e);
        } finally {
            data.release();
        }
    }

    @Override
    public void onEnd(Message trailer) {
        if (over) {
            return;
        }
        over = true;
        try {
            taker.take(content.toByteArray(), memory::free);
            stream.end(NONE);
        } catch (SssException e) {
            fail(e);
        }
    }

    private void fail(SssException e) {
        over = true;
        memory.free();
        stream.fail(e);
    }

    @Override
    public void onError(SssException error) {
        over = true;
        memory.free();
    }
}
