package org.sss.server.node;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.sss.net.auth.TokenSource;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tls.Tls;
import org.sss.server.coordinator.Coordinator;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.http.FigureSink;
import org.sss.server.node.http.HttpNode;
import org.sss.server.node.http.NodeFigures;
import org.sss.server.security.NodeSecurity;

/**
 * This node, for its HTTP listener. Thread-safe.
 *
 * @param coordinator null on other nodes, and before it runs
 * @param ready completed when the node has joined its cluster
 */
record NodeForHttp(
        NodeSetup setup,
        RpcService service,
        NodeSecurity.Checks checks,
        ScheduledExecutorService timer,
        StatusReport report,
        NodeFigures figures,
        Supplier<Coordinator> coordinator,
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
    public Optional<Tls> tls() {
        return setup.security().web();
    }

    @Override
    public void openedSession(Principal who, String from) {
        checks.openedSession(who, from);
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
    public void figures(FigureSink to) {
        Coordinator known = coordinator.get();
        to.gauge("sss_node_ready", "1 once the node has joined its cluster", isReady() ? 1 : 0);
        figures.writeTo(to, known == null ? null : known.figures());
    }

    @Override
    public NodeStatus status() {
        return report.now();
    }
}
