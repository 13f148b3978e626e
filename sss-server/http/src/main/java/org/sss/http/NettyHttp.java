package org.sss.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.http.metrics.Metrics;
import org.sss.http.page.Health;
import org.sss.http.page.NotHere;
import org.sss.http.page.PageFiles;
import org.sss.http.server.Gate;
import org.sss.http.server.HttpListener;
import org.sss.http.server.Limits;
import org.sss.http.server.Route;
import org.sss.http.server.Routes;
import org.sss.http.session.Clients;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.peer.Unauthenticated;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.http.HttpModule;
import org.sss.server.node.http.HttpNode;

/** The HTTP listener of a node. Stateless. */
public final class NettyHttp implements HttpModule {
    @Override
    public AutoCloseable start(HttpNode node) {
        NodeConfig config = node.config();
        Clients clients = new Clients(node);
        Metrics metrics = new Metrics(node);
        HttpListener.Door door = new HttpListener.Door(
                config.http().address(),
                null,
                () -> Set.of(
                        config.http().address().host(), config.self().server().host()),
                gate(node));
        HttpListener listener = HttpListener.start(
                "node-" + config.nodeId() + "-http", door, new Routes(routes(node, clients, metrics)), Limits.DEFAULTS);
        return () -> {
            listener.close();
            metrics.close();
            clients.close();
        };
    }

    private static Gate gate(HttpNode node) {
        return node.tokens() == null
                ? head -> CompletableFuture.completedFuture(Principal.ANYONE)
                : head -> CompletableFuture.failedFuture(Unauthenticated.noToken());
    }

    /** Each part of the listener is a line. */
    private static List<Route> routes(HttpNode node, Clients clients, Metrics metrics) {
        List<Route> routes = new ArrayList<>();
        routes.add(Route.open("/healthz", Health.alive()));
        routes.add(Route.open("/readyz", Health.ready(node)));
        routes.add(Route.of("/metrics", Role.READ, metrics));
        if (node.config().isCoordinator()) {
            routes.add(Route.open("/", new PageFiles()));
        } else {
            routes.add(Route.open("/", NotHere.of(node.config())));
        }
        return routes;
    }
}
