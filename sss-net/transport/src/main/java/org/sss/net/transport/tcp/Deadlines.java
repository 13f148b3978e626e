package org.sss.net.transport.tcp;

import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;

/** Waits for Netty futures, with a timeout. Stateless. */
final class Deadlines {
    /** Timeout of operations that involve no peer; on a busy machine they may take seconds. */
    static final Duration LOCAL_CALL = Duration.ofSeconds(30);

    private Deadlines() {}

    /**
     * Returns what is left of {@code timeout} since {@code startNanos}, at least a millisecond, so that the wait fails
     * with its own error.
     */
    static Duration left(Duration timeout, long startNanos) {
        return Duration.ofNanos(Math.max(1_000_000, timeout.toNanos() - (System.nanoTime() - startNanos)));
    }

    /** Returns true if the future completes within {@code timeout}. */
    static boolean isDone(Future<?> future, Duration timeout, String what) {
        Callbacks.forbidWaiting(what);
        try {
            return future.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, what + " was interrupted", e);
        }
    }

    /** @throws SssException {@link ErrorCode#TIMEOUT} if it is not done within {@code timeout} */
    static void await(Future<?> future, Duration timeout, String what) {
        if (!isDone(future, timeout, what)) {
            throw new SssException(ErrorCode.TIMEOUT, what + " did not end within " + timeout.toMillis() + " ms");
        }
    }

    /** Waits a limited time for an operation that completes by itself; does not wait on an event loop. */
    static void awaitIfAllowed(Future<?> future) {
        if (Callbacks.mayWait()) {
            future.awaitUninterruptibly(LOCAL_CALL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
