package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.CreditStream;
import org.sss.net.transport.Message;
import org.sss.net.transport.StreamHandler;

/** One end of a stream on a {@link TcpConnection}. Thread-safe; callbacks come on the connection's event loop. */
final class TcpStream extends CreditStream {
    private final int id;
    private final TcpConnection connection;
    private final Frames frames;
    private final WriteQueue out;
    /** Whether this side opened the stream. */
    private final boolean opened;

    private boolean fed; // event loop only

    /** @param handler null at the acceptor */
    TcpStream(int id, String verb, TcpConnection connection, int sendWindowBytes, StreamHandler handler) {
        super("stream '" + verb + "' with " + connection.peer(), connection.streamConfig(), sendWindowBytes, handler);
        this.id = id;
        this.connection = connection;
        this.frames = connection.frames();
        this.out = connection.out();
        this.opened = handler != null;
    }

    /** Returns true if this was called since the last pause. On the event loop. */
    boolean wasFed() {
        boolean before = fed;
        fed = true;
        return before;
    }

    /** On the event loop. */
    void pause() {
        fed = false;
        receivePause();
    }

    @Override
    public Peer peer() {
        return connection.limited();
    }

    @Override
    protected void writeData(ByteBuf data) {
        out.add(frames.dataHeader(id, data.readableBytes()), data);
    }

    @Override
    public boolean takesFiles() {
        return connection.takesFiles();
    }

    @Override
    protected void writeData(ByteBuf head, List<? extends FileRegion> rest, int bytes) {
        out.addFiles(frames.dataHeader(id, bytes, head), rest);
    }

    @Override
    protected void writeEnd(Message trailer) {
        out.add(frames.end(id, trailer.bytes()), null);
    }

    @Override
    protected void writeFail(SssException failure) {
        // A peer that opens streams and does not read shall fill the queue soon, so that it is disconnected.
        boolean brief = opened && out.isCrowded();
        out.add(brief ? frames.briefFail(id, failure) : frames.fail(id, failure), null);
    }

    @Override
    protected void writeCredit(int bytes) {
        out.add(frames.credit(id, bytes), null);
    }

    @Override
    protected void transmit() {
        out.flush();
    }

    @Override
    protected boolean canTransmit() {
        return out.isWritable();
    }

    @Override
    protected void onOver() {
        connection.remove(id);
    }
}
