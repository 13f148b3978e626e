package org.sss.http.server;

import java.util.concurrent.CompletableFuture;
import org.sss.net.peer.Principal;

/** Finds out who sends a request. Thread-safe. */
@FunctionalInterface
public interface Gate {
    /**
     * Returns the caller, or fails with {@link org.sss.api.ErrorCode#UNAUTHENTICATED} or {@link
     * org.sss.api.ErrorCode#FORBIDDEN}. Called on the event loop, so it must not block.
     *
     * @param head of the request, without caller and body
     */
    CompletableFuture<Principal> caller(Request head);
}
