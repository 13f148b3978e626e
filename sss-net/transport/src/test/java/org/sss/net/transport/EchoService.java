package org.sss.net.transport;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.sss.api.SssException;
import org.sss.net.rpc.DataQueue;

/** Sends back all data and the trailer of each stream. */
public final class EchoService implements Service {
    private final Executor executor;

    public EchoService(Executor executor) {
        this.executor = executor;
    }

    @Override
    public StreamHandler open(String verb, Message header, Stream stream) {
        DataQueue queue = new DataQueue(stream);
        executor.execute(() -> echo(queue, stream));
        return queue;
    }

    private static void echo(DataQueue queue, Stream stream) {
        Duration patience = Duration.ofSeconds(20);
        try (queue) {
            for (ByteBuf frame = queue.take(patience); frame != null; frame = queue.take(patience)) {
                stream.send(frame);
            }
            stream.end(queue.trailer());
        } catch (SssException e) {
            stream.fail(e);
        }
    }
}
