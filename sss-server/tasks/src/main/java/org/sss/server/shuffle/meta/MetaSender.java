package org.sss.server.shuffle.meta;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** Sends one message, and waits for the answer. Callbacks come from any thread. */
final class MetaSender implements StreamHandler {
    private static final byte[] NONE = {};
    private static final int FRAME_BYTES = 256 << 10;

    private final CompletableFuture<Void> answer = new CompletableFuture<>();

    private MetaSender() {}

    /** @throws SssException the error of the receiver or of the connection; {@link ErrorCode#TIMEOUT} */
    static void send(Connection to, ShuffleMeta header, byte[] content, Duration timeout) {
        MetaSender sender = new MetaSender();
        Stream stream = to.open(ServerVerbs.SHUFFLE_META.name(), Json.message(header), sender);
        boolean taken = false;
        try {
            for (int offset = 0; offset < content.length; offset += FRAME_BYTES) {
                stream.send(Unpooled.wrappedBuffer(content, offset, Math.min(FRAME_BYTES, content.length - offset)));
            }
            stream.end(NONE);
            sender.answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            taken = true;
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT, "no answer for " + timeout.toMillis() + " ms (net.stallTimeout)", e);
        } catch (ExecutionException e) {
            throw SssException.of(e, "meta-blocks");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted", e);
        } finally {
            if (!taken) {
                stream.fail(SssException.withoutTrace(ErrorCode.CANCELLED, "the sender of meta-blocks has stopped"));
            }
        }
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
        answer.completeExceptionally(
                new SssException(ErrorCode.PROTOCOL, "a data frame came where only an answer may come"));
    }

    @Override
    public void onEnd(Message trailer) {
        answer.complete(null);
    }

    @Override
    public void onError(SssException error) {
        answer.completeExceptionally(error);
    }
}
