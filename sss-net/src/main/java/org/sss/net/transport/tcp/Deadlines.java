package org.sss.net.transport.tcp;

import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;

/** Waits for Netty futures, with a timeout. Stateless. */
final class Deadlines {
    /** Timeout of operations that involve no peer. */
    static final Duration LOCAL_CALL = Duration.ofSeconds(10);

    private Deadlines() {
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
