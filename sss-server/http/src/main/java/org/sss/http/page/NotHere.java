package org.sss.http.page;

import org.sss.api.ErrorCode;
import org.sss.http.server.Handler;
import org.sss.http.server.StatusException;
import org.sss.server.node.config.HttpSettings;
import org.sss.server.node.config.NodeConfig;

/** Answers for the page and its API on all nodes but node 0. Stateless. */
public final class NotHere {
    private NotHere() {}

    /** Names the address that node 0 has by default. */
    public static Handler of(NodeConfig config) {
        String where = HttpSettings.byDefault(config.nodes(), config.coordinator())
                .map(address -> ", by default at " + address)
                .orElse("");
        return (request, response) -> {
            throw new StatusException(
                    421,
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + config.nodeId() + " has metrics and health only; the page and its API are on node 0"
                            + where);
        };
    }
}
