package org.sss.net.transport;

import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.sss.api.SssException;

/** Records its calls and releases the buffers. Grants nothing. */
public final class Recorder implements StreamHandler {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> end = new CompletableFuture<>();
    private final CompletableFuture<SssException> error = new CompletableFuture<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger writables = new AtomicInteger();

    @Override
    public void onData(ByteBuf data) {
        calls.add("data");
        synchronized (bytes) {
            byte[] copy = new byte[data.readableBytes()];
            data.readBytes(copy);
            bytes.writeBytes(copy);
        }
        data.release();
    }

    @Override
    public void onEnd(Message trailer) {
        calls.add("end");
        end.complete(trailer.bytes());
    }

    @Override
    public void onError(SssException failure) {
        calls.add("error");
        error.complete(failure);
    }

    @Override
    public void onWritable() {
        writables.incrementAndGet();
    }

    public byte[] bytes() {
        synchronized (bytes) {
            return bytes.toByteArray();
        }
    }

    public void awaitBytes(int count) {
        soon().until(() -> bytes().length >= count);
    }

    public byte[] awaitEnd() throws Exception {
        return end.get(TransportFixture.WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    public SssException awaitError() throws Exception {
        return error.get(TransportFixture.WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    public void awaitWritable() {
        soon().until(() -> writables.get() > 0);
    }

    private static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    public List<String> calls() {
        return calls;
    }
}
