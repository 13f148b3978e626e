package org.sss.net.faults;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.faults.Fault.Kind;
import org.sss.net.peer.ListenerId;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** The opener's end of a connection through two links, one for each direction. Thread-safe. */
final class FaultyConnection implements Connection {
    private final Connection base;
    private final LinkMatrix matrix;
    private final Link out;
    private final Link in;
    private final Set<FaultyStream> streams = ConcurrentHashMap.newKeySet();
    private volatile SssException lost;
    /** True if something of it may have vanished in a black hole. */
    private volatile boolean isDoomed;

    FaultyConnection(Connection base, LinkMatrix matrix, Link out, Link in) {
        this.base = base;
        this.matrix = matrix;
        this.out = out;
        this.in = in;
    }

    Connection base() {
        return base;
    }

    boolean uses(Link link) {
        return link == out || link == in;
    }

    /** A link has another fault now. */
    void changed() {
        boolean vanishes = out.is(Kind.BLACK_HOLE) || in.is(Kind.BLACK_HOLE);
        if (out.is(Kind.REFUSE) || in.is(Kind.REFUSE) || isDoomed && !vanishes) {
            reset();
        } else if (vanishes && !isDoomed) {
            isDoomed = true;
            matrix.later(this::reset);
        }
        streams.forEach(FaultyStream::drain);
    }

    void reset() {
        lose(new SssException(ErrorCode.NODE_UNREACHABLE, "the connection to " + peer() + " was lost: reset by peer"));
    }

    private void lose(SssException why) {
        synchronized (this) {
            if (lost != null) {
                return;
            }
            lost = why;
        }
        streams.forEach(stream -> stream.lose(why));
        base.close();
        forgetIfOver();
    }

    void forget(FaultyStream stream) {
        streams.remove(stream);
        forgetIfOver();
    }

    /** Called when the other end is closed, too. */
    void forgetIfOver() {
        if (streams.isEmpty() && !isOpen()) {
            matrix.forget(this);
        }
    }

    @Override
    public Stream open(String verb, Message header, StreamHandler handler) {
        FaultyStream stream = new FaultyStream(
                this,
                verb,
                handler,
                new Pipe(out, matrix.timer()),
                new Pipe(in, matrix.timer()),
                matrix.stallTimeout());
        streams.add(stream);
        boolean opened = false;
        try {
            if (lost != null) {
                throw new SssException(
                        ErrorCode.NODE_UNREACHABLE, "cannot open '" + verb + "' at " + peer() + ": connect again");
            }
            stream.open(base, header);
            opened = true;
            return stream;
        } finally {
            if (!opened) {
                streams.remove(stream);
            }
        }
    }

    @Override
    public NodeAddress peer() {
        return base.peer();
    }

    @Override
    public boolean isOpen() {
        return lost == null && base.isOpen();
    }

    @Override
    public boolean isPrivate() {
        return base.isPrivate();
    }

    @Override
    public ListenerId listener() {
        return base.listener();
    }

    @Override
    public List<X509Certificate> certificates() {
        return base.certificates();
    }

    @Override
    public boolean isLocal() {
        return base.isLocal();
    }

    @Override
    public void authenticated() {
        base.authenticated();
    }

    @Override
    public void onClose(Runnable action) {
        base.onClose(action);
    }

    @Override
    public void close() {
        lose(new SssException(ErrorCode.CLOSED, "the connection to " + peer() + " was closed by this side"));
    }

    @Override
    public String toString() {
        return "connection to " + peer();
    }
}
