package org.sss.net.faults;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * The opener's end of a stream, through which both directions pass: what the opener sends, and what its handler gets.
 * While a link does not pass, the opener has no credit, and what the acceptor has sent waits. Thread-safe.
 */
final class FaultyStream implements Stream, StreamHandler {
    private final FaultyConnection connection;
    private final String verb;
    private final StreamHandler handler;
    private final Pipe out;
    private final Pipe in;
    private final Duration stallTimeout;
    /** Null until the peer knows of the stream. */
    private volatile Stream open;
    /** Why it will never be open, or is open no more. */
    private volatile SssException error;

    private volatile boolean hasSentEnd;
    private volatile boolean hasReceivedEnd;
    /** Whether the opener waits for its turn, and whether it has come. */
    private final AtomicBoolean wantsTurn = new AtomicBoolean();

    private final AtomicBoolean hasTurn = new AtomicBoolean();

    FaultyStream(FaultyConnection connection, String verb, StreamHandler handler, Pipe out, Pipe in, Duration stall) {
        this.connection = connection;
        this.verb = verb;
        this.handler = handler;
        this.out = out;
        this.in = in;
        stallTimeout = stall;
    }

    /** @throws SssException of the connection, if the link passes at once */
    void open(Connection base, Message header) {
        CompletableFuture<SssException> refused = new CompletableFuture<>();
        AtomicBoolean atOnce = new AtomicBoolean(true);
        out.add(() -> {
            try {
                open = base.open(verb, header, this);
            } catch (SssException e) {
                error = e;
                refused.complete(e);
                if (!atOnce.get()) {
                    lose(e);
                }
            }
        });
        atOnce.set(false);
        SssException why = refused.getNow(null);
        if (why != null) {
            throw why;
        }
    }

    /** Runs what may pass now. */
    void drain() {
        out.drain();
        in.drain();
    }

    /** The connection is lost. */
    void lose(SssException why) {
        error = why;
        out.close(null);
        in.close(() -> handler.onError(why));
        connection.forget(this);
    }

    private Stream opened() {
        SssException why = error;
        if (why != null) {
            throw new SssException(why.code(), why.getMessage(), why);
        }
        return open;
    }

    @Override
    public void send(ByteBuf data) {
        boolean passed = false;
        try {
            Callbacks.forbidWaiting("Stream.send");
            if (!out.isClear()) {
                awaitTurn();
            }
            Stream now = opened();
            passed = true;
            now.send(data);
        } finally {
            if (!passed) {
                data.release();
            }
        }
    }

    private void awaitTurn() {
        CompletableFuture<Void> turn = new CompletableFuture<>();
        out.add(new Pipe.Event() {
            @Override
            public void run() {
                turn.complete(null);
            }

            @Override
            public void discard() {
                turn.complete(null);
            }
        });
        try {
            turn.get(stallTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT, this + " stalled for " + stallTimeout.toMillis() + " ms by a faulty link", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for credit on " + this, e);
        } catch (ExecutionException e) {
            throw SssException.of(e, toString());
        }
    }

    @Override
    public boolean trySend(ByteBuf data) {
        return mayTrySend() && opened().trySend(data);
    }

    @Override
    public boolean trySend(ByteBuf head, List<? extends FileRegion> rest) {
        return mayTrySend() && opened().trySend(head, rest);
    }

    private boolean mayTrySend() {
        if (error != null || out.isClear() || hasTurn.getAndSet(false)) {
            return true;
        }
        if (!wantsTurn.getAndSet(true)) {
            out.add(() -> {
                hasTurn.set(true);
                wantsTurn.set(false);
                onWritable();
            });
        }
        return false;
    }

    @Override
    public boolean takesFiles() {
        Stream now = open;
        return now != null && now.takesFiles();
    }

    @Override
    public void end(Message trailer) {
        if (out.isClear() || error != null) {
            opened().end(trailer);
            endSent();
        } else {
            out.add(() -> {
                quietly(now -> now.end(trailer));
                endSent();
            });
        }
    }

    private void endSent() {
        hasSentEnd = true;
        forgetIfOver();
    }

    @Override
    public void fail(SssException failure) {
        in.close(null);
        out.add(() -> {
            quietly(now -> now.fail(failure));
            connection.forget(this);
        });
    }

    @Override
    public void grant(int bytes) {
        if (out.isClear()) {
            opened().grant(bytes);
        } else {
            out.add(() -> quietly(now -> now.grant(bytes)));
        }
    }

    private void quietly(Consumer<Stream> call) {
        try {
            Stream now = open;
            if (now != null) {
                call.accept(now);
            }
        } catch (SssException e) {
            // The handler gets the reason.
        }
    }

    @Override
    public boolean isLocal() {
        return connection.isLocal();
    }

    @Override
    public Peer peer() {
        Stream now = open;
        return now == null ? Peer.THIS_PROCESS : now.peer();
    }

    @Override
    public void whenOver(Runnable action) {
        out.add(new Pipe.Event() {
            @Override
            public void run() {
                opened().whenOver(action);
            }

            @Override
            public void discard() {
                action.run();
            }
        });
    }

    @Override
    public void onData(ByteBuf data) {
        in.add(new Pipe.Event() {
            @Override
            public void run() {
                call(() -> handler.onData(data));
            }

            @Override
            public void discard() {
                data.release();
            }
        });
    }

    @Override
    public void onPause() {
        in.add(() -> call(handler::onPause));
    }

    @Override
    public void onEnd(Message trailer) {
        in.add(() -> {
            call(() -> handler.onEnd(trailer));
            hasReceivedEnd = true;
            forgetIfOver();
        });
    }

    @Override
    public void onError(SssException failure) {
        in.add(() -> {
            handler.onError(failure);
            connection.forget(this);
        });
    }

    @Override
    public void onWritable() {
        in.add(() -> call(handler::onWritable));
    }

    private void call(Runnable callback) {
        try {
            Callbacks.run(callback);
        } catch (RuntimeException | Error e) {
            SssException failure = SssException.of(e, "a handler of " + this + " threw");
            quietly(now -> now.fail(failure));
            lose(failure);
        }
    }

    private void forgetIfOver() {
        if (hasSentEnd && hasReceivedEnd) {
            connection.forget(this);
        }
    }

    @Override
    public String toString() {
        return "stream '" + verb + "' of " + connection;
    }
}
