package org.sss.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * One end of a stream, independent of the transport: credit, the end of both directions, failure. All transports extend
 * it.
 *
 * <pre>
 *   send, end, fail, grant --(rules, under the lock)--> write...()  then transmit() after the lock
 *   receive...()           --(rules, under the lock)--> handler callbacks after the lock
 *   over = failed, or both directions have ended; frames that arrive later are dropped
 * </pre>
 *
 * Thread-safe, except that a transport calls the {@code receive...} methods by one thread at a time. No callback and no
 * {@link #transmit} runs under the lock; {@code write...} runs under it and only enqueues.
 */
public abstract class CreditStream implements Stream {
    private final String name;
    private final StreamConfig config;
    private final Object lock = new Object();
    // Guarded by the lock, except the handler, which only the receiving thread uses.
    private final SendWindow sendWindow;
    private final ReceiveWindow receiveWindow;
    private final StreamState state;
    private boolean writableWanted;
    private Runnable whenOver;
    private final HandlerCalls handler;

    /**
     * @param name name of the stream in error messages
     * @param sendWindowBytes the peer's window
     * @param handler null at the acceptor, see {@link #receiveOpen}
     */
    protected CreditStream(String name, StreamConfig config, int sendWindowBytes, StreamHandler handler) {
        this.name = name;
        this.config = config;
        this.state = new StreamState(name);
        this.sendWindow = new SendWindow(sendWindowBytes);
        this.receiveWindow = new ReceiveWindow(config.windowBytes());
        this.handler = new HandlerCalls(this, name, handler);
    }

    /** Enqueues a frame, which the transport owns from now on; must not throw. */
    protected abstract void writeData(ByteBuf data);

    /**
     * Only called when {@link #takesFiles}. Owns all, as {@link #writeData(ByteBuf)}.
     *
     * @param bytes total size
     */
    protected void writeData(ByteBuf head, List<? extends FileRegion> rest, int bytes) {
        throw new UnsupportedOperationException(name + " does not take files");
    }

    protected abstract void writeEnd(Message trailer);

    protected abstract void writeFail(SssException failure);

    protected abstract void writeCredit(int bytes);

    /** Sends the enqueued frames; must not block. */
    protected abstract void transmit();

    /** Returns false while the send queue is full; {@link #receiveWritable} reports the end of that. */
    protected abstract boolean canTransmit();

    /** The stream is over: the transport removes it. */
    protected abstract void onOver();

    /** Called once, without the lock. */
    private void over() {
        onOver();
        Runnable action;
        synchronized (lock) {
            action = whenOver;
            whenOver = null;
        }
        if (action != null) {
            action.run();
        }
    }

    @Override
    public final void whenOver(Runnable action) {
        synchronized (lock) {
            if (!state.isOver()) {
                Runnable first = whenOver;
                whenOver = first == null
                        ? action
                        : () -> {
                            first.run();
                            action.run();
                        };
                return;
            }
        }
        action.run();
    }

    @Override
    public final void send(ByteBuf data) {
        boolean sent = false;
        try {
            Callbacks.forbidWaiting("Stream.send");
            StreamRules.checkData(data, this);
            synchronized (lock) {
                awaitCredit();
                put(data);
                sent = true;
            }
        } finally {
            if (!sent) {
                data.release();
            }
        }
        transmit();
    }

    @Override
    public final boolean trySend(ByteBuf data) {
        StreamRules.checkData(data, this);
        synchronized (lock) {
            if (!maySend()) {
                writableWanted = true;
                return false;
            }
            put(data);
        }
        transmit();
        return true;
    }

    @Override
    public final boolean trySend(ByteBuf head, List<? extends FileRegion> rest) {
        long restBytes = 0;
        for (FileRegion region : rest) {
            restBytes += region.count();
        }
        StreamRules.checkData(head, restBytes, this);
        synchronized (lock) {
            if (!maySend()) {
                writableWanted = true;
                return false;
            }
            int bytes = head.readableBytes() + (int) restBytes;
            sendWindow.sent(bytes);
            writeData(head, rest, bytes);
        }
        transmit();
        return true;
    }

    @Override
    public final void end(Message trailer) {
        StreamRules.checkTrailer(trailer, this);
        boolean over;
        synchronized (lock) {
            state.checkMaySend();
            writeEnd(trailer); // first: if it fails, the stream has not ended, and a failure can still be sent to the
            // peer
            state.sendEnd();
            lock.notifyAll();
            over = state.isOver();
        }
        transmit();
        if (over) {
            over();
        }
    }

    @Override
    public final void fail(SssException failure) {
        failUnlessOver(failure);
    }

    @Override
    public final void grant(int bytes) {
        synchronized (lock) {
            if (state.isOver() || state.gotEnd()) {
                return;
            }
            announceCredit(receiveWindow.granted(bytes));
        }
        transmit();
    }

    /** At the acceptor, before all other calls: gets the handler from {@code service}. */
    public final void receiveOpen(Service service, String verb, Message header) {
        synchronized (lock) {
            if (state.isOver()) {
                return;
            }
        }
        SssException refusal = handler.accept(service, verb, header);
        if (refusal != null) {
            fail(refusal);
        }
    }

    /**
     * Owns {@code data}, also if it throws.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL} if the peer may not send it
     */
    public final void receiveData(ByteBuf data) {
        boolean wanted = false;
        try {
            wanted = admit(data.readableBytes());
        } finally {
            if (!wanted) {
                data.release();
            }
        }
        if (wanted) {
            transmit();
            call(h -> h.onData(data));
        }
    }

    /** No further frame is available for now. Call it some time after each {@link #receiveData}. */
    public final void receivePause() {
        synchronized (lock) {
            if (state.isOver()) {
                return;
            }
        }
        call(StreamHandler::onPause);
    }

    /** @throws SssException {@link ErrorCode#PROTOCOL} if the peer may not send it */
    public final void receiveEnd(Message trailer) {
        boolean over;
        synchronized (lock) {
            if (state.isOver()) {
                return;
            }
            state.receiveEnd();
            over = state.isOver();
        }
        if (over) {
            over();
        }
        call(h -> h.onEnd(trailer));
    }

    /** The peer failed the stream, or it was lost with its connection. */
    public final void receiveError(SssException failure) {
        synchronized (lock) {
            if (state.isOver()) {
                return;
            }
            setError(failure);
        }
        over();
        handler.onError(failure);
    }

    /** A received frame could not be processed: fails the stream on both sides. */
    protected final void failReceiving(Error error) {
        MemoryErrors.report(error);
        SssException failure = SssException.of(error, "receiving on " + name);
        if (failUnlessOver(failure)) {
            handler.onError(failure);
        }
    }

    /** @throws SssException {@link ErrorCode#PROTOCOL} if it exceeds the credit that a stream can have */
    public final void receiveCredit(int bytes) {
        synchronized (lock) {
            if (!state.isOver()) {
                sendWindow.granted(bytes);
            }
        }
        receiveWritable();
    }

    /** It may be possible to send again. */
    public final void receiveWritable() {
        synchronized (lock) {
            if (state.isOver() || !sendWindow.isOpen() || !canTransmit()) {
                return;
            }
            lock.notifyAll();
            if (!writableWanted) {
                return;
            }
            writableWanted = false;
        }
        call(StreamHandler::onWritable);
    }

    @Override
    public String toString() {
        return name;
    }

    private boolean admit(int bytes) {
        synchronized (lock) {
            if (state.isOver()) {
                return false;
            }
            state.checkMayReceive();
            announceCredit(receiveWindow.received(bytes));
            return true;
        }
    }

    private void announceCredit(int creditForPeer) {
        if (creditForPeer > 0) {
            writeCredit(creditForPeer);
        }
    }

    private void put(ByteBuf data) {
        sendWindow.sent(data.readableBytes());
        writeData(data);
    }

    private boolean maySend() {
        state.checkMaySend();
        return sendWindow.isOpen() && canTransmit();
    }

    private void awaitCredit() {
        long start = System.nanoTime();
        long maxNanos = config.stallTimeout().toNanos();
        while (!maySend()) {
            long leftNanos = maxNanos - (System.nanoTime() - start);
            if (leftNanos <= 0) {
                throw new SssException(
                        ErrorCode.TIMEOUT,
                        name + " stalled: the peer granted no credit for "
                                + config.stallTimeout().toMillis() + " ms (credit left: " + sendWindow + ")");
            }
            await(leftNanos);
        }
    }

    private void await(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(lock, Math.max(nanos, 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for credit on " + name, e);
        }
    }

    private boolean failUnlessOver(SssException failure) {
        synchronized (lock) {
            if (state.isOver()) {
                return false;
            }
            setError(failure);
            writeFail(failure);
        }
        transmit();
        over();
        return true;
    }

    private void setError(SssException failure) {
        state.fail(failure);
        lock.notifyAll();
    }

    private void call(Consumer<StreamHandler> callback) {
        SssException failure = handler.call(callback);
        if (failure != null && failUnlessOver(failure)) {
            handler.onError(failure);
        }
    }
}
