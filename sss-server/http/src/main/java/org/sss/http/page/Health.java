package org.sss.http.page;

import java.nio.charset.StandardCharsets;
import org.sss.http.server.Handler;
import org.sss.server.node.http.HttpNode;

/** What probes ask: says no more than yes or no. Stateless. */
public final class Health {
    private static final String TEXT = "text/plain; charset=utf-8";

    private Health() {}

    /** The process runs. */
    public static Handler alive() {
        return (request, response) -> response.send(200, TEXT, bytes("ok\n"));
    }

    /** The node has joined its cluster and serves data. */
    public static Handler ready(HttpNode node) {
        return (request, response) -> {
            boolean isReady = node.isReady();
            response.send(isReady ? 200 : 503, TEXT, bytes(isReady ? "ok\n" : "starting\n"));
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
