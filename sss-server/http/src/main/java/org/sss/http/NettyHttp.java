package org.sss.http;

import org.sss.server.node.http.HttpModule;
import org.sss.server.node.http.HttpNode;

/** The HTTP listener of a node. Stateless. */
public final class NettyHttp implements HttpModule {
    @Override
    public AutoCloseable start(HttpNode node) {
        return () -> {};
    }
}
