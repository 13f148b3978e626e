package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Message;
import org.sss.net.transport.Service;

/**
 * Dispatches frames to the streams of a connection and makes the checks that the decoder cannot. Belongs to the event
 * loop.
 */
final class FrameDispatcher implements FrameListener {
    private final TcpConnection connection;
    private final Service service;
    private final boolean refused;
    /** Streams that have received data since the last pause. */
    private final List<TcpStream> fed = new ArrayList<>();

    /**
     * @param service null at the connecting side: the peer opens no streams there
     * @param refused the listener has too many connections; this one is closed after the preface
     */
    FrameDispatcher(TcpConnection connection, Service service, boolean refused) {
        this.connection = connection;
        this.service = service;
        this.refused = refused;
    }

    @Override
    public void onPreface(int status, int windowBytes, int idleMillis) {
        if (status == FrameFormat.STATUS_TLS_REQUIRED) {
            connection.receiveTlsRequired();
        } else if (status != FrameFormat.STATUS_WELCOME) {
            connection.close(new SssException(
                    ErrorCode.OVERLOADED,
                    "node " + connection.peer()
                            + " has as many connections as it accepts; try again later or raise its limit"));
        } else if (refused) {
            connection.close();
        } else {
            if (service == null) {
                connection.fireIdleTimeout(new IdleTimeout(idleMillis));
            }
            connection.receivePreface(windowBytes);
        }
    }

    @Override
    public void onOpen(int streamId, String verb, byte[] header) {
        if (service == null) {
            throw violation("the accepting side may not open stream " + streamId);
        }
        if (streamId != connection.lastId() + 1) {
            throw violation("stream " + streamId + " was opened after stream " + connection.lastId());
        }
        if (connection.out().isOverfull()) {
            throw violation("it opens streams and does not read the answers");
        }
        if (connection.isFull()) {
            refuse(streamId, verb);
        } else {
            connection.add(streamId, verb, null).receiveOpen(service, verb, Message.of(header));
        }
    }

    @Override
    public void onData(int streamId, ByteBuf data) {
        TcpStream stream;
        try {
            stream = find(streamId);
        } catch (SssException e) {
            data.release();
            throw e;
        }
        if (stream == null) {
            data.release();
        } else {
            stream.receiveData(data);
            if (!stream.wasFed()) {
                fed.add(stream);
            }
        }
    }

    @Override
    public void onPause() {
        for (TcpStream stream : fed) {
            stream.pause();
        }
        fed.clear();
    }

    @Override
    public void onEnd(int streamId, byte[] trailer) {
        TcpStream stream = find(streamId);
        if (stream != null) {
            stream.receiveEnd(Message.of(trailer));
        }
    }

    @Override
    public void onFail(int streamId, SssException error) {
        if (streamId == FrameFormat.CONNECTION) {
            connection.receiveDismissed(error);
            return;
        }
        TcpStream stream = find(streamId);
        if (stream != null) {
            stream.receiveError(error);
        }
    }

    @Override
    public void onCredit(int streamId, int bytes) {
        TcpStream stream = find(streamId);
        if (stream != null) {
            stream.receiveCredit(bytes);
        }
    }

    @Override
    public void onPing() {
        connection.sendPong();
    }

    @Override
    public void onPong() {
        // Any received byte is the sign of life; the content is irrelevant.
    }

    @Override
    public void onRing(RingMessage message) {
        if (connection.limited().principal() == null) {
            throw violation("it sent a RING frame before it authenticated");
        }
        connection.ring().receive(message, service != null);
    }

    @Override
    public void onBell() {
        connection.ring().receiveBell();
    }

    /** Returns null if the stream is over: its last frames may still be under way. */
    private TcpStream find(int streamId) {
        TcpStream stream = connection.stream(streamId);
        if (stream == null && streamId > connection.lastId()) {
            throw violation("a frame came for stream " + streamId + ", which was never opened");
        }
        return stream;
    }

    private void refuse(int streamId, String verb) {
        connection.skip(streamId);
        SssException error = new SssException(
                ErrorCode.OVERLOADED,
                "stream '" + verb + "' was refused: "
                        + connection.streamConfig().maxStreams()
                        + " streams are open on this connection, which is its limit");
        connection.out().add(connection.frames().fail(streamId, error), null);
        connection.out().flush();
    }

    private static SssException violation(String what) {
        return new SssException(ErrorCode.PROTOCOL, what);
    }
}
