package org.sss.net.transport.tcp;

import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;

/** Waits for Netty, never for ever. Stateless. */
final class Deadlines {
    /** For what needs no peer. */
    static final Duration LOCAL_CALL = Duration.ofSeconds(10);

    private Deadlines() {
    }

    /** Returns whether it is done within {@code timeout}. */
    static boolean isDone(Future<?> future, Duration timeout, String what) {
        Callbacks.forbidWaiting(what);
        try {
            return future.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, what + " was interrupted", e);
        }
    }

    /** @throws SssException {@link ErrorCode#TIMEOUT} when it is not done within {@code timeout} */
    static void await(Future<?> future, Duration timeout, String what) {
        if (!isDone(future, timeout, what)) {
            throw new SssException(ErrorCode.TIMEOUT, what + " did not end within " + timeout.toMillis() + " ms");
        }
    }

    /** Waits a while for the end of something that goes on by itself anyway; not at all on an event loop. */
    static void awaitIfAllowed(Future<?> future) {
        if (Callbacks.mayWait()) {
            future.awaitUninterruptibly(LOCAL_CALL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
