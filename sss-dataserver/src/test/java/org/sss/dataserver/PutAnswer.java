package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.sss.api.SssException;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;

/** What a writer would hear, without any network. Thread-safe. */
public class PutAnswer implements Stream {
    private final CompletableFuture<byte[]> heard = new CompletableFuture<>();

    @Override
    public void send(ByteBuf data) {
        throw new AssertionError("nothing is sent to a writer");
    }

    @Override
    public boolean trySend(ByteBuf data) {
        throw new AssertionError("nothing is sent to a writer");
    }

    @Override
    public void end(Message trailer) {
        heard.complete(trailer.bytes());
    }

    @Override
    public void fail(SssException error) {
        heard.completeExceptionally(error);
    }

    @Override
    public void grant(int bytes) {
        // the writer has sent everything
    }

    public final void await() {
        try {
            heard.get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw SssException.of(e, "put");
        }
    }
}
