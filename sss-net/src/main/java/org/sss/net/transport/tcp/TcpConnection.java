package org.sss.net.transport.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.uring.IoUringSocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.CloseActions;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.StreamRules;

/**
 * One side of a connection and its streams. Thread-safe; what the peer sends comes through {@link FrameDispatcher} on the
 * event loop.
 */
final class TcpConnection implements Connection {
    private static final byte[] NO_TRAILER = {};

    private final Channel channel;
    private final NodeAddress peer;
    private final Peer limited;
    private final StreamConfig config;
    private final Frames frames;
    private final WriteQueue out;
    private final Map<Integer, TcpStream> streams = new ConcurrentHashMap<>();
    private final CloseActions closeActions = new CloseActions();
    private final CompletableFuture<Void> greeted = new CompletableFuture<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Object openLock = new Object();
    /** Event loop only, or the last thread after its end. */
    private int wakings;
    private volatile int lastId;
    private volatile int sendWindowBytes;
    private volatile SssException closeReason;

    TcpConnection(Channel channel, NodeAddress peer, StreamConfig config, SendMemory memory) {
        this.channel = channel;
        this.peer = peer;
        this.limited = Peer.at(channel.remoteAddress() instanceof InetSocketAddress address ? address : null);
        this.config = config;
        this.frames = new Frames(channel.alloc());
        this.out = new WriteQueue(channel, memory, this::receiveWritable, this::overflow);
    }

    @Override
    public NodeAddress peer() {
        return peer;
    }

    /** As limits see it. */
    Peer limited() {
        return limited;
    }

    @Override
    public boolean isOpen() {
        return closeReason == null && channel.isActive();
    }

    @Override
    public Stream open(String verb, byte[] header, StreamHandler handler) {
        TcpStream stream = enqueueOpen(verb, header, handler);
        out.flush();
        return stream;
    }

    @Override
    public Stream openEnded(String verb, byte[] header, StreamHandler handler) {
        TcpStream stream = enqueueOpen(verb, header, handler);
        try {
            stream.end(NO_TRAILER); // flushes both
        } catch (SssException e) {
            out.flush(); // lost meanwhile: else what was enqueued is held for ever
            throw e;
        } catch (Error e) { // no memory: nobody takes what would come
            stream.fail(SssException.of(e, "cannot end " + stream));
            throw e;
        }
        return stream;
    }

    private TcpStream enqueueOpen(String verb, byte[] header, StreamHandler handler) {
        byte[] verbBytes = StreamRules.checkOpen(verb, header);
        TcpStream stream;
        // Ids go out in order, and no stream is added after the connection has told all its streams that it is lost.
        synchronized (openLock) {
            checkMayOpen(verb);
            int id = lastId + 1;
            boolean told = false;
            try {
                stream = add(id, verb, handler);
                out.addOpen(frames.open(id, verbBytes, header));
                told = true;
            } finally {
                if (!told) { // for want of memory: the peer expects this id to come next
                    forget(id);
                    lastId = id - 1;
                }
            }
        }
        return stream;
    }

    @Override
    public void onClose(Runnable action) {
        closeActions.add(action);
    }

    @Override
    public void close() {
        close(new SssException(ErrorCode.CLOSED, "the connection with " + peer + " was closed by this side"));
    }

    /** Closes it; {@code reason} is what its streams are told, unless another was given before. */
    void close(SssException reason) {
        synchronized (openLock) {
            if (closeReason == null) {
                closeReason = reason;
            }
        }
        channel.close();
    }

    ChannelFuture closeFuture() {
        return channel.closeFuture();
    }

    /** Done when the peer's preface has come; fails with the reason when the connection closes before. */
    CompletableFuture<Void> greeted() {
        return greeted;
    }

    void receivePreface(int peersWindowBytes) {
        sendWindowBytes = peersWindowBytes;
        greeted.complete(null);
    }

    /** On the event loop: for what lies between the socket and this. */
    void tell(IdleTimeout peers) {
        channel.pipeline().fireUserEventTriggered(peers);
    }

    /** On the event loop: adds a stream, of which the peer or this side has just told the other. */
    TcpStream add(int streamId, String verb, StreamHandler handler) {
        TcpStream stream = new TcpStream(streamId, verb, this, sendWindowBytes, handler);
        streams.put(streamId, stream);
        lastId = streamId;
        return stream;
    }

    /** Takes note of a stream of the peer that is refused. */
    void skip(int streamId) {
        lastId = streamId;
    }

    boolean isFull() {
        return streams.size() >= config.maxStreams();
    }

    int lastId() {
        return lastId;
    }

    /** Returns null when it is over, or never was. */
    TcpStream stream(int streamId) {
        return streams.get(streamId);
    }

    void forget(int streamId) {
        streams.remove(streamId);
    }

    /** The socket is closed: tells all streams. On the event loop, or by another thread once that has ended. Idempotent. */
    void receiveClosed() {
        close(new SssException(ErrorCode.NODE_UNREACHABLE, "the connection with " + peer + " was lost: the peer closed it"));
        if (!told.compareAndSet(false, true)) {
            return;
        }
        streams.values().forEach(stream -> stream.receiveError(closeReason));
        greeted.completeExceptionally(closeReason);
        closeActions.run();
    }

    /** There may be room for a few streams only, so it is another one each time that is asked first. */
    void receiveWritable() {
        List<TcpStream> all = new ArrayList<>(streams.values());
        if (!all.isEmpty()) {
            Collections.rotate(all, -(wakings++ % all.size()));
            all.forEach(TcpStream::receiveWritable);
        }
    }

    /** The rings of io_uring send files through pipes, by threads of the kernel, which costs more than it saves. */
    boolean takesFiles() {
        return !(channel instanceof IoUringSocketChannel);
    }

    StreamConfig streamConfig() {
        return config;
    }

    Frames frames() {
        return frames;
    }

    WriteQueue out() {
        return out;
    }

    @Override
    public String toString() {
        return "connection with " + peer;
    }

    private void checkMayOpen(String verb) {
        if (!isOpen()) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "cannot open stream '" + verb + "': the connection with "
                    + peer + " is closed; connect again", closeReason);
        }
        if (isFull()) {
            throw new SssException(ErrorCode.OVERLOADED, "cannot open stream '" + verb + "': " + config.maxStreams()
                    + " streams are open on the connection with " + peer + ", which is its limit");
        }
        if (out.hasManyOpens()) {
            throw new SssException(ErrorCode.OVERLOADED, "cannot open stream '" + verb + "': more than "
                    + WriteQueue.MAX_CONTROL_BYTES + " bytes of streams that were opened before still wait for " + peer
                    + " to read them; try again later");
        }
        if (lastId == Integer.MAX_VALUE) {
            close();
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "the connection with " + peer
                    + " has used up its stream ids; connect again");
        }
    }

    private void overflow() {
        close(new SssException(ErrorCode.NODE_UNREACHABLE, "the connection with " + peer
                + " was closed by this side: the peer does not read what it is sent"));
    }
}
