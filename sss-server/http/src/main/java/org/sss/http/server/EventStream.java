package org.sss.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Server-sent events on one connection. Thread-safe. */
final class EventStream implements Events {
    private static final long PING_SECONDS = 15;
    /** Shows intermediaries, and this node, whether the client is there. */
    private static final byte[] PING = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Channel channel;
    private final AtomicInteger unread = new AtomicInteger();

    EventStream(Channel channel) {
        this.channel = channel;
        Future<?> pings = channel.eventLoop()
                .scheduleAtFixedRate(() -> write(PING), PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
        onClose(() -> pings.cancel(false));
    }

    @Override
    public boolean send(long id, String name, String json) {
        return write(("id: " + id + "\nevent: " + name + "\ndata: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    private boolean write(byte[] event) {
        if (!isOpen()) {
            return false;
        }
        if (unread.addAndGet(event.length) > Limits.MAX_UNREAD_BYTES) {
            close();
            return false;
        }
        ByteBuf bytes = Unpooled.wrappedBuffer(event);
        channel.writeAndFlush(new DefaultHttpContent(bytes)).addListener(done -> unread.addAndGet(-event.length));
        return true;
    }

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    @Override
    public void onClose(Runnable action) {
        channel.closeFuture().addListener(done -> action.run());
    }

    @Override
    public void close() {
        channel.close();
    }
}
