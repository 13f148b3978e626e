package org.sss.net.transport;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Caches one open connection per address and reconnects after a loss, or when the connection is not current. Concurrent
 * callers of the same address share one attempt, which tries again while the peer is only slow or overloaded. A
 * connection that is not current stays open for its streams. Thread-safe; does not own the transport.
 */
public final class Connections implements AutoCloseable {
    /** So often an attempt tries again at a listener that refuses or closes connections, which takes about 6 s. */
    private static final int MAX_REFUSALS = 10;

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final Transport transport;
    private final Duration connectTimeout;
    private final Map<NodeAddress, CompletableFuture<Connection>> attempts = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param connectTimeout within which an attempt tries again, unless nothing listens, or the peer rejects this side
     */
    public Connections(Transport transport, Duration connectTimeout) {
        this.transport = transport;
        this.connectTimeout = connectTimeout;
    }

    /** As {@link #to(NodeAddress, Duration)}, with the default timeout. */
    public Connection to(NodeAddress address) {
        return to(address, connectTimeout);
    }

    /**
     * Returns an open connection to {@code address}; waits while it is being established. An attempt of another caller
     * that started before this call may have failed before the node was up, so this caller makes one attempt of its own
     * after such a failure. It repeats an attempt that failed only because the other caller was interrupted.
     *
     * @param timeout of an attempt
     * @throws SssException as {@link Transport#connect}, or {@link ErrorCode#CLOSED} after {@link #close}
     */
    public Connection to(NodeAddress address, Duration timeout) {
        CompletableFuture<Connection> mine = new CompletableFuture<>();
        boolean sharedFailure = false;
        while (true) {
            checkOpen();
            CompletableFuture<Connection> attempt = attempts.putIfAbsent(address, mine);
            if (attempt == null) {
                return connect(address, mine, timeout);
            }
            try {
                Connection connection = await(address, attempt, timeout);
                if (connection.isOpen() && transport.isCurrent(connection)) {
                    return connection;
                }
            } catch (SssException e) {
                boolean othersInterrupt = e.code() == ErrorCode.CANCELLED
                        && !Thread.currentThread().isInterrupted();
                if (!attempt.isCompletedExceptionally() || sharedFailure && !othersInterrupt) {
                    throw e;
                }
                sharedFailure |= !othersInterrupt;
            }
            attempts.remove(address, attempt);
        }
    }

    /** Closes the connections. Idempotent. */
    @Override
    public void close() {
        closed = true;
        for (CompletableFuture<Connection> attempt : attempts.values()) {
            attempt.thenAccept(Connection::close);
        }
    }

    private Connection connect(NodeAddress address, CompletableFuture<Connection> attempt, Duration timeout) {
        try {
            Connection connection = connectPatiently(address, timeout);
            connection.onClose(() -> attempts.remove(address, attempt));
            attempt.complete(connection);
            if (closed) {
                connection.close();
            }
            checkOpen();
            return connection;
        } catch (Throwable t) {
            attempts.remove(address, attempt);
            attempt.completeExceptionally(t);
            throw t;
        }
    }

    private Connection connectPatiently(NodeAddress address, Duration timeout) {
        long startNanos = System.nanoTime();
        Duration left = timeout;
        long pauseMillis = FIRST_PAUSE_MILLIS;
        for (int refusals = 0; ; pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS)) {
            try {
                return transport.connect(address, left);
            } catch (SssException e) {
                left = timeout.minusNanos(System.nanoTime() - startNanos).minusMillis(pauseMillis);
                refusals += e.code() == ErrorCode.OVERLOADED ? 1 : 0;
                boolean isBusy = e.code() == ErrorCode.TIMEOUT || e.code() == ErrorCode.OVERLOADED;
                if (!isBusy || closed || left.toMillis() <= 0 || refusals > MAX_REFUSALS) {
                    throw e;
                }
                pause(address, pauseMillis);
            }
        }
    }

    private static void pause(NodeAddress address, long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(address, e);
        }
    }

    private static SssException interrupted(NodeAddress address, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new SssException(ErrorCode.CANCELLED, "connecting to " + address + " was interrupted", e);
    }

    private static Connection await(NodeAddress address, CompletableFuture<Connection> attempt, Duration timeout) {
        if (!attempt.isDone()) {
            Callbacks.forbidWaiting("Connections.to");
        }
        try {
            return attempt.get(timeout.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            SssException cause = SssException.of(e, "cannot connect to " + address);
            throw new SssException(cause.code(), cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "cannot reach " + address + ": no connection within " + timeout.toMillis()
                            + " ms; its machine or this one is overloaded",
                    e);
        } catch (InterruptedException e) {
            throw interrupted(address, e);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "these connections are closed");
        }
    }
}
