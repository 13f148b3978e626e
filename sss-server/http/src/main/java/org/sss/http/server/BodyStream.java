package org.sss.http.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * The body of a long answer. At most {@link Limits#MAX_UNREAD_BYTES} are with the client's connection; further writes
 * wait until it reads. Closing it does not end the answer: a handler that fails closes it, too. Used by one thread;
 * sent chunks are counted on the event loop.
 */
final class BodyStream extends OutputStream {
    private static final int CHUNK = 16 << 10;

    private final Channel channel;
    private final Duration stall;
    private final byte[] chunk = new byte[CHUNK];
    private int used;
    private boolean closed;
    /** Guarded by this, as is the next. */
    private int unread;

    private long sent;

    BodyStream(Channel channel, Duration stall) {
        this.channel = channel;
        this.stall = stall;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, CHUNK - used);
            System.arraycopy(bytes, from, chunk, used, part);
            used += part;
            from += part;
            left -= part;
            if (used == CHUNK) {
                flush();
            }
        }
    }

    /** Sends what was written, once the client has read enough of what came before it. */
    @Override
    public void flush() throws IOException {
        if (used == 0) {
            return;
        }
        if (closed) {
            throw new IOException("the answer has ended");
        }
        int count = used;
        used = 0;
        await(count);
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(Arrays.copyOf(chunk, count))))
                .addListener((ChannelFuture done) -> sent(count));
    }

    private synchronized void sent(int count) {
        unread -= count;
        sent++;
        notifyAll();
    }

    private synchronized void await(int count) throws IOException {
        try {
            long deadline = System.nanoTime() + stall.toNanos();
            long before = sent;
            while (unread + count > Limits.MAX_UNREAD_BYTES && channel.isActive()) {
                if (sent != before) {
                    before = sent;
                    deadline = System.nanoTime() + stall.toNanos();
                }
                long millis = (deadline - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    channel.close();
                    throw new IOException("the client has not read for " + stall.toSeconds() + " s");
                }
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (!channel.isActive()) {
            throw new IOException("the client has closed the connection");
        }
        unread += count;
    }

    @Override
    public void close() throws IOException {
        flush();
        closed = true;
    }
}
