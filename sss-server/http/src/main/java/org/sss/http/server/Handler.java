package org.sss.http.server;

import java.io.IOException;

/** Answers requests of some paths. Thread-safe. */
@FunctionalInterface
public interface Handler {
    /**
     * Answers one request, on a thread that may block; each call that it waits for has a deadline of its own.
     *
     * @throws org.sss.api.SssException sent as a problem document, if nothing was sent before
     * @throws IOException if the client has gone or reads too slowly
     */
    void handle(Request request, Response response) throws IOException;
}
