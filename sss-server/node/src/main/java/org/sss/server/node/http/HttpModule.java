package org.sss.server.node.http;

/** Serves HTTP beside the two ports of a node. Implementations are found by {@link java.util.ServiceLoader}. */
public interface HttpModule {
    /**
     * Registers its verbs and starts to listen at the address of {@link HttpNode#config}. The node closes the result
     * after its coordinator and its ports, so a request during a stop fails with the reason.
     *
     * @throws org.sss.api.SssException {@link org.sss.api.ErrorCode#INVALID_ARGUMENT} if the port is in use
     */
    AutoCloseable start(HttpNode node);
}
