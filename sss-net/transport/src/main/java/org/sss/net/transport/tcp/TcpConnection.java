package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.ListenerId;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.transport.CloseActions;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.StreamRules;

/**
 * One side of a connection and its streams. Thread-safe; what the peer sends comes through {@link FrameDispatcher} on
 * the event loop.
 */
final class TcpConnection implements Connection {
    private static final long DISMISSED_MILLIS = 500;

    private final Channel channel;
    private final NodeAddress peer;
    private final Peer limited;
    private final boolean tls;
    private final StreamConfig config;
    private final Frames frames;
    private final WriteQueue out;
    private final RingLink ring;
    private final Map<Integer, TcpStream> streams = new ConcurrentHashMap<>();
    private final CloseActions closeActions = new CloseActions();
    private final CompletableFuture<Void> handshake = new CompletableFuture<>();
    private final AtomicBoolean closeReported = new AtomicBoolean();
    private final Object openLock = new Object();
    /** Event loop only, or the last thread after its end. */
    private int wakings;

    private volatile int lastId;
    private volatile int sendWindowBytes;
    private volatile boolean tlsRequired;
    private volatile boolean lost;
    private volatile SssException closeReason;

    TcpConnection(Channel channel, NodeAddress peer, StreamConfig config, SendMemory memory) {
        this(channel, peer, config, memory, TcpRings.OFF, false, false);
    }

    /**
     * @param rings whether data may go through shared memory
     * @param tls whether the bytes are encrypted
     * @param authenticates whether the peer must prove who it is
     */
    TcpConnection(
            Channel channel,
            NodeAddress peer,
            StreamConfig config,
            SendMemory memory,
            TcpRings rings,
            boolean tls,
            boolean authenticates) {
        this.channel = channel;
        this.peer = peer;
        InetSocketAddress remote = channel.remoteAddress() instanceof InetSocketAddress address ? address : null;
        this.limited = authenticates ? Peer.unauthenticated(remote) : Peer.at(remote);
        this.tls = tls;
        this.limited.closeBy(this::dismiss);
        this.limited.connectedTo(this::ownListener);
        this.config = config;
        this.frames = new Frames(channel.alloc());
        this.out = new WriteQueue(channel, memory, this::receiveWritable, this::overflow);
        this.ring = new RingLink(this, channel, rings);
    }

    @Override
    public NodeAddress peer() {
        return peer;
    }

    /** The peer of this connection for limits. */
    Peer limited() {
        return limited;
    }

    @Override
    public boolean isOpen() {
        return closeReason == null && channel.isActive();
    }

    @Override
    public boolean isPrivate() {
        return tls;
    }

    @Override
    public ListenerId listener() {
        return tls ? ListenerId.of(certificates().get(0)) : ListenerId.at(channel.remoteAddress());
    }

    /** The listener that the peer has connected to. */
    private ListenerId ownListener() {
        return tls
                ? ListenerId.of((X509Certificate) session().getLocalCertificates()[0])
                : ListenerId.at(channel.localAddress());
    }

    @Override
    public List<X509Certificate> certificates() {
        if (!tls) {
            return List.of();
        }
        try {
            return Arrays.stream(session().getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException e) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "the " + this + " was lost", e);
        }
    }

    private SSLSession session() {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) { // removed at the close
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "the " + this + " was lost", closeReason);
        }
        return handler.engine().getSession();
    }

    /** Returns whether the peer has closed it without giving a reason. */
    boolean isLost() {
        return lost;
    }

    /** Records that the socket failed. */
    void receiveLoss(SssException reason) {
        lost |= closeReason == null;
        close(reason);
    }

    /** Returns whether it was closed, by either side. */
    boolean isClosing() {
        return closeReason != null;
    }

    @Override
    public Stream open(String verb, Message header, StreamHandler handler) {
        TcpStream stream = enqueueOpen(verb, header, handler);
        out.flush();
        return stream;
    }

    @Override
    public Stream openEnded(String verb, Message header, StreamHandler handler) {
        TcpStream stream = enqueueOpen(verb, header, handler);
        try {
            stream.end(Message.EMPTY); // flushes both
        } catch (SssException e) {
            out.flush(); // lost in the meantime: otherwise the enqueued frame is never released
            throw e;
        } catch (Error e) { // no memory: the caller does not get the stream
            stream.fail(SssException.of(e, "cannot end " + stream));
            throw e;
        }
        return stream;
    }

    private TcpStream enqueueOpen(String verb, Message header, StreamHandler handler) {
        byte[] headerBytes = header.bytes(); // before the check of their number
        byte[] verbBytes = StreamRules.checkOpen(verb, header);
        TcpStream stream;
        // Ids are sent in order, and no stream is added after the connection has reported its loss to all streams.
        synchronized (openLock) {
            checkMayOpen(verb);
            int id = lastId + 1;
            boolean enqueued = false;
            try {
                stream = add(id, verb, handler);
                out.addOpen(frames.open(id, verbBytes, headerBytes));
                enqueued = true;
            } finally {
                if (!enqueued) { // out of memory: the peer expects this id next
                    remove(id);
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

    /** Closes it; {@code reason} is reported to its streams, unless an earlier call gave another. */
    void close(SssException reason) {
        synchronized (openLock) {
            if (closeReason == null) {
                closeReason = reason;
            }
        }
        channel.close();
    }

    /**
     * Sends {@code reason} to the peer and closes the connection: when the peer has closed it, or after a while, as the
     * peer may not read. This side must have sent its preface. Until the close received bytes are dropped: with unread
     * bytes, the system would discard what the peer has not read yet.
     */
    void dismiss(SssException reason) {
        synchronized (openLock) {
            if (closeReason != null) {
                return;
            }
            closeReason = reason;
        }
        try {
            out.add(frames.fail(FrameFormat.CONNECTION, reason), null);
            out.flush();
            channel.eventLoop().schedule((Runnable) channel::close, DISMISSED_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) { // the event loop has ended
            channel.close();
        }
    }

    /** Closes it; reports the reason to the peer, if this side has sent its preface and the peer can read it. */
    void replace(SssException reason) {
        if (handshake.isDone()) {
            dismiss(reason);
        } else {
            close(reason);
        }
    }

    /** The peer closes the connection, and says why. */
    void receiveDismissed(SssException reason) {
        close(new SssException(
                reason.code(), "the connection with " + peer + " was closed by it: " + reason.getMessage(), reason));
    }

    ChannelFuture closeFuture() {
        return channel.closeFuture();
    }

    /** Completes when the peer's preface has arrived; fails with the reason if the connection closes before. */
    CompletableFuture<Void> handshake() {
        return handshake;
    }

    void receivePreface(int peersWindowBytes) {
        sendWindowBytes = peersWindowBytes;
        handshake.complete(null);
    }

    /** On the event loop: passes the event to the handlers of the channel. */
    void fireIdleTimeout(IdleTimeout peers) {
        channel.pipeline().fireUserEventTriggered(peers);
    }

    /** On the event loop: adds a stream that the peer has opened or this side is opening. */
    TcpStream add(int streamId, String verb, StreamHandler handler) {
        TcpStream stream = new TcpStream(streamId, verb, this, sendWindowBytes, handler);
        streams.put(streamId, stream);
        lastId = streamId;
        return stream;
    }

    /** Records the id of a rejected stream of the peer. */
    void skip(int streamId) {
        lastId = streamId;
    }

    boolean isFull() {
        return streams.size() >= config.maxStreams();
    }

    int lastId() {
        return lastId;
    }

    /** Returns null if it is over, or was never opened. */
    TcpStream stream(int streamId) {
        return streams.get(streamId);
    }

    void remove(int streamId) {
        streams.remove(streamId);
    }

    /**
     * The socket is closed: fails all streams. Called on the event loop, or by another thread after that has ended.
     * Idempotent.
     */
    void receiveClosed() {
        lost |= closeReason == null;
        close(new SssException(
                ErrorCode.NODE_UNREACHABLE, "the connection with " + peer + " was lost: the peer closed it"));
        if (!closeReported.compareAndSet(false, true)) {
            return;
        }
        streams.values().forEach(stream -> stream.receiveError(closeReason));
        handshake.completeExceptionally(closeReason);
        limited.closed();
        closeActions.run();
    }

    /** There may be room for a few streams only, so the first stream to be called rotates. */
    void receiveWritable() {
        List<TcpStream> all = new ArrayList<>(streams.values());
        if (!all.isEmpty()) {
            Collections.rotate(all, -(wakings++ % all.size()));
            all.forEach(TcpStream::receiveWritable);
        }
    }

    /** The listener has closed this connection, as it accepts only TLS. */
    void receiveTlsRequired() {
        tlsRequired = true;
        close(Unauthenticated.noTls());
    }

    /** Returns whether a connection with TLS may succeed where this one was closed. */
    boolean isTlsRequired() {
        return tlsRequired;
    }

    /**
     * The kernel cannot send files if they must be encrypted, or to a ring. io_uring sends files through pipes, by
     * kernel threads, which costs more than it saves.
     */
    boolean takesFiles() {
        return !tls && !(channel instanceof IoUringSocketChannel) && !ring.isSending();
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

    RingLink ring() {
        return ring;
    }

    @Override
    public void authenticated() {
        ring.offer();
    }

    /** On the event loop. */
    void sendPing() {
        sendSign(frames.ping());
    }

    /**
     * On the event loop. A peer that floods pings without reading gets no more answers than the socket accepts.
     */
    void sendPong() {
        if (ring.isSending() || out.isWritable()) {
            sendSign(frames.pong());
        }
    }

    /** A sign of life must not wait for a ring. */
    private void sendSign(ByteBuf frame) {
        if (!ring.isSending()) {
            out.add(frame, null);
            out.flush();
        } else if (channel.isWritable()) {
            channel.writeAndFlush(frame, channel.voidPromise());
        } else {
            frame.release();
        }
    }

    @Override
    public String toString() {
        return "connection with " + peer;
    }

    private void checkMayOpen(String verb) {
        if (!isOpen()) {
            SssException reason = closeReason;
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "cannot open stream '" + verb + "': the connection with " + peer + " is closed"
                            + (reason == null ? "" : ": " + reason.getMessage()),
                    reason);
        }
        if (isFull()) {
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    "cannot open stream '" + verb + "': " + config.maxStreams()
                            + " streams are open on the connection with " + peer + ", which is its limit");
        }
        if (out.hasManyOpens()) {
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    "cannot open stream '" + verb + "': more than "
                            + WriteQueue.MAX_CONTROL_BYTES + " bytes of streams that were opened before still wait for "
                            + peer
                            + " to read them; try again later");
        }
        if (lastId == Integer.MAX_VALUE) {
            close();
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "the connection with " + peer + " has used up its stream ids; try again");
        }
    }

    private void overflow() {
        close(new SssException(
                ErrorCode.NODE_UNREACHABLE,
                "the connection with " + peer + " was closed by this side: the peer does not read"));
    }
}
