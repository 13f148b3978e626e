package org.sss.http.server;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Where a handler sends its answer: exactly one of {@link #send}, {@link #stream} and {@link #events} is called, once.
 * Used by one thread.
 */
public interface Response {
    /** Sets a header of the answer, before it is sent; it replaces that of the listener, such as {@code no-store}. */
    void header(String name, String value);

    /** Sends an answer that is in memory. */
    void send(int status, String type, byte[] body) throws IOException;

    /**
     * Sends status 200 and streams the body. Writes block while the client reads slowly, and fail after 30 s without
     * progress.
     *
     * @param fileName under which a browser stores it; null to show it
     */
    OutputStream stream(String type, String fileName) throws IOException;

    /** Starts a stream of server-sent events, which outlives the call of the handler. */
    Events events() throws IOException;
}
