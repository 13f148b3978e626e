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
 * Keeps one open connection for each address and connects again when it was lost. Callers that want the same address at
 * once share one attempt. Thread-safe; does not own the transport.
 */
public final class Connections implements AutoCloseable {
    private final Transport transport;
    private final Duration connectTimeout;
    private final Map<NodeAddress, CompletableFuture<Connection>> attempts = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param connectTimeout for one attempt; a failed one is not repeated here */
    public Connections(Transport transport, Duration connectTimeout) {
        this.transport = transport;
        this.connectTimeout = connectTimeout;
    }

    /** As {@link #to(NodeAddress, Duration)}, with the usual time. */
    public Connection to(NodeAddress address) {
        return to(address, connectTimeout);
    }

    /**
     * An open connection to {@code address}; waits while one is made. An attempt of another caller that began before this call may
     * have failed before the node was there, so after such a failure this caller tries once more; and again as long as it was merely
     * the other caller that was interrupted.
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
                if (connection.isOpen()) {
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
