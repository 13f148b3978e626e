package org.sss.net.transport.local;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.CreditStream;
import org.sss.net.transport.Message;
import org.sss.net.transport.PeerError;
import org.sss.net.transport.Service;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.StreamHandler;

/** One end of a local stream. Thread-safe: events of the peer go through the inbox. */
final class LocalStream extends CreditStream {
    private final Inbox inbox = new Inbox(this::failReceiving);
    private final Runnable whenOver;
    private final Peer other;
    private LocalStream peer;

    private LocalStream(String name, StreamConfig config, Peer other, StreamHandler handler, Runnable whenOver) {
        super(name, config, config.windowBytes(), handler);
        this.other = other;
        this.whenOver = whenOver;
    }

    /**
     * Creates two connected ends and returns the opener's.
     *
     * @param who the opener, as the acceptor sees it
     */
    static LocalStream pair(String name, StreamConfig config, Peer who, StreamHandler handler, Runnable whenOver) {
        LocalStream opener = new LocalStream(name, config, Peer.THIS_PROCESS, handler, whenOver);
        LocalStream acceptor = new LocalStream(name, config, who, null, () -> {});
        opener.peer = acceptor;
        acceptor.peer = opener;
        return opener;
    }

    LocalStream other() {
        return peer;
    }

    void openPeer(Service service, String verb, Message header) {
        peer.receive(() -> peer.receiveOpen(service, verb, header));
    }

    void lose(SssException error) {
        receive(() -> receiveError(error));
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public Peer peer() {
        return other;
    }

    @Override
    protected void writeData(ByteBuf data) {
        peer.inbox.add(() -> {
            peer.receiveData(data);
            peer.receivePause();
        });
    }

    @Override
    protected void writeEnd(Message trailer) {
        peer.inbox.add(() -> peer.receiveEnd(trailer));
    }

    @Override
    protected void writeFail(SssException failure) {
        SssException received = PeerError.of(failure).toException();
        peer.inbox.add(() -> peer.receiveError(received));
    }

    @Override
    protected void writeCredit(int bytes) {
        peer.inbox.add(() -> peer.receiveCredit(bytes));
    }

    @Override
    protected void transmit() {
        peer.inbox.drain();
    }

    @Override
    protected boolean canTransmit() {
        return true;
    }

    @Override
    protected void onOver() {
        whenOver.run();
    }

    private void receive(Runnable event) {
        inbox.add(event);
        inbox.drain();
    }
}
