package org.sss.net.transport.local;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.CloseActions;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.StreamRules;

/** A connection inside the JVM. Thread-safe. */
final class LocalConnection implements Connection {
    private final NodeAddress peer;
    private final Service service;
    private final StreamConfig config;
    private final Peer opener;
    private final CloseActions closeActions = new CloseActions();
    // Both guarded by streams.
    private final Set<LocalStream> streams = new HashSet<>();
    private boolean closed;

    LocalConnection(NodeAddress peer, Service service, StreamConfig config, Peer opener) {
        this.peer = peer;
        this.service = service;
        this.config = config;
        this.opener = opener;
    }

    @Override
    public NodeAddress peer() {
        return peer;
    }

    @Override
    public boolean isPrivate() {
        return true;
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public boolean isOpen() {
        synchronized (streams) {
            return !closed;
        }
    }

    @Override
    public Stream open(String verb, Message header, StreamHandler handler) {
        StreamRules.checkOpen(verb, header);
        LocalStream[] opened = new LocalStream[1];
        opened[0] =
                LocalStream.pair("stream '" + verb + "' at " + peer, config, opener, handler, () -> remove(opened[0]));
        register(opened[0]);
        opened[0].openPeer(service, verb, header);
        return opened[0];
    }

    @Override
    public void onClose(Runnable action) {
        closeActions.add(action);
    }

    @Override
    public void close() {
        close(
                new SssException(ErrorCode.CLOSED, "the connection to " + peer + " was closed by this side"),
                new SssException(ErrorCode.NODE_UNREACHABLE, "the peer of " + peer + " closed its connection"));
    }

    void close(SssException openersError, SssException acceptorsError) {
        List<LocalStream> lost;
        synchronized (streams) {
            if (closed) {
                return;
            }
            closed = true;
            lost = new ArrayList<>(streams);
        }
        for (LocalStream stream : lost) {
            stream.lose(openersError);
            stream.other().lose(acceptorsError);
        }
        closeActions.run();
    }

    private void register(LocalStream stream) {
        synchronized (streams) {
            if (closed) {
                throw new SssException(
                        ErrorCode.NODE_UNREACHABLE,
                        "cannot open " + stream + ": the connection is closed; connect again");
            }
            if (streams.size() >= config.maxStreams()) {
                throw new SssException(
                        ErrorCode.OVERLOADED,
                        "cannot open " + stream + ": " + config.maxStreams()
                                + " streams are open on this connection, which is its limit");
            }
            streams.add(stream);
        }
    }

    private void remove(LocalStream stream) {
        synchronized (streams) {
            streams.remove(stream);
        }
    }
}
