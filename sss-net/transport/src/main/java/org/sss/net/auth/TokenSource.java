package org.sss.net.auth;

import java.util.concurrent.CompletableFuture;

/** The current tokens of a cluster. Thread-safe. */
public interface TokenSource {
    /**
     * Returns the tokens that are valid.
     *
     * @throws org.sss.api.SssException {@link org.sss.api.ErrorCode#NODE_UNREACHABLE} if they are not known, yet or any
     *     more
     */
    TokenTable current();

    /**
     * Completes with a table that is read after this call, at the latest half a second later, or with the current one
     * if the table cannot be read. Does not block.
     */
    CompletableFuture<TokenTable> refreshed();

    /**
     * Calls {@code action} whenever the table was read again, changed or not, or could not be read: at least every few
     * seconds.
     */
    void onRead(Runnable action);
}
