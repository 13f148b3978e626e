package org.sss.http.page;

import java.nio.charset.StandardCharsets;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
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

    /** Passes requests on once the node is ready: until then it cannot call itself. */
    public static Handler whenReady(HttpNode node, Handler handler) {
        return (request, response) -> {
            if (!node.isReady()) {
                throw SssException.withoutTrace(
                        ErrorCode.NODE_UNREACHABLE,
                        "node " + node.config().nodeId() + " is starting and serves no data yet; try again in a few"
                                + " seconds");
            }
            handler.handle(request, response);
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
