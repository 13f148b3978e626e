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
 * callers of the same address share one attempt. A connection that is not current stays open for its streams. Thread-safe; does not own the transport.
 */
public final class Connections implements AutoCloseable {
    private final Transport transport;
    private final Duration connectTimeout;
    private final Map<NodeAddress, CompletableFuture<Connection>> attempts = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param connectTimeout of one attempt; a failed attempt is not repeated here */
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
                boolean othersInterrupt = e.code() == ErrorCode.CANCELLED && !Thread.currentThread().isInterrupted();
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
            Connection connection = transport.connect(address, timeout);
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
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "cannot reach " + address + ": no connection within "
                    + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "connecting to " + address + " was interrupted", e);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "these connections are closed");
        }
    }
}
