package org.sss.server.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.sss.net.auth.TokenSource;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Transport;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.http.HttpNode;
import org.sss.server.security.NodeSecurity;

/**
 * This node, for its HTTP listener. Thread-safe.
 *
 * @param ready completed when the node has joined its cluster
 */
record NodeForHttp(
        NodeSetup setup,
        RpcService service,
        NodeSecurity.Checks checks,
        ScheduledExecutorService timer,
        StatusReport report,
        CompletableFuture<ClusterMap> ready)
        implements HttpNode {
    @Override
    public NodeConfig config() {
        return setup.config();
    }

    @Override
    public TokenSource tokens() {
        return checks.tokens();
    }

    @Override
    public Transport transport(Principal caller) {
        return setup.transport().as(Peer.within(caller));
    }

    @Override
    public boolean isReady() {
        return ready.isDone() && !ready.isCompletedExceptionally();
    }

    @Override
    public NodeStatus status() {
        return report.now();
    }
}
