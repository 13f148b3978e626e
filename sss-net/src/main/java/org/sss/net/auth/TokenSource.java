package org.sss.net.auth;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The current tokens of a cluster. Thread-safe. */
public interface TokenSource {
    TokenTable current();

    /**
     * Completes with a table that is read after this call, at the latest half a second later, or with the current one if
     * the table cannot be read. Does not block.
     */
    CompletableFuture<TokenTable> refreshed();

    /** Calls {@code action} whenever the table was read again, changed or not, at least every few seconds. */
    void onRead(Consumer<TokenTable> action);
}
