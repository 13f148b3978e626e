package org.sss.http;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.http.api.Api;
import org.sss.http.metrics.Metrics;
import org.sss.http.page.Health;
import org.sss.http.page.NotHere;
import org.sss.http.page.PageFiles;
import org.sss.http.server.HttpListener;
import org.sss.http.server.Limits;
import org.sss.http.server.Route;
import org.sss.http.server.Routes;
import org.sss.http.session.Callers;
import org.sss.http.session.Clients;
import org.sss.http.session.Cookie;
import org.sss.http.session.Sessions;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.PageTicket;
import org.sss.net.peer.Role;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.tls.Tls;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.http.HttpModule;
import org.sss.server.node.http.HttpNode;

/** The HTTP listener of a node. Stateless. */
public final class NettyHttp implements HttpModule {
    private static final Logger LOG = LoggerFactory.getLogger(NettyHttp.class);
    private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "[::]", "::");

    @Override
    public AutoCloseable start(HttpNode node) {
        NodeConfig config = node.config();
        NodeAddress address = config.http().address();
        Tls tls = node.tls().orElse(null);
        checkReach(node, address);
        Clock clock = Clock.systemUTC();
        Sessions sessions =
                new Sessions(node.tokens(), clock, Cookie.of(address.port(), tls != null), node::openedSession);
        Callers callers = new Callers(node.tokens(), sessions, clock);
        HttpListener.Door door = new HttpListener.Door(address, tls, () -> names(config, tls), callers);
        Clients clients = new Clients(node);
        Metrics metrics = new Metrics(node);
        Api api = new Api(node, clients);
        HttpListener listener = HttpListener.start(
                "node-" + config.nodeId() + "-http",
                door,
                new Routes(routes(node, sessions, metrics, api)),
                Limits.DEFAULTS);
        if (node.tokens() != null) {
            node.tokens().onRead(() -> listener.closeRefused(callers::isAccepted));
        }
        if (config.isCoordinator()) {
            String url = url(config, tls);
            node.service()
                    .onCaller(
                            ServerVerbs.HTTP_TICKET,
                            Nothing.class,
                            (request, caller) -> new PageTicket(url, sessions.ticket(caller)));
        }
        LOG.info("node {} serves HTTP at {}", config.nodeId(), url(config, tls));
        return () -> {
            listener.close();
            metrics.close();
            api.close();
            clients.close();
        };
    }

    /** What is sent to other machines is encrypted, unless that was chosen. */
    private static void checkReach(HttpNode node, NodeAddress address) {
        if (node.tls().isPresent() || address.loopback()) {
            return;
        }
        if (node.tokens() != null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "http.host is not a loopback address (" + address + "), and this cluster has no certificates, so"
                            + " tokens would be sent in clear; set security = on, or use 'ssh -L' (docs/page.md)");
        }
        LOG.warn("security = off: anyone who reaches {} can read and drop all groups", address);
    }

    private static Set<String> names(NodeConfig config, Tls tls) {
        Set<String> names = new HashSet<>(tls == null ? Set.of() : tls.names());
        names.add(config.http().address().host().toLowerCase(Locale.ROOT));
        names.add(config.self().server().host().toLowerCase(Locale.ROOT));
        return names;
    }

    private static String url(NodeConfig config, Tls tls) {
        NodeAddress address = config.http().address();
        String host =
                ANY_ADDRESS.contains(address.host()) ? config.self().server().host() : address.host();
        return (tls == null ? "http://" : "https://") + host + ":" + address.port() + "/";
    }

    /** Each part of the listener is a line. */
    private static List<Route> routes(HttpNode node, Sessions sessions, Metrics metrics, Api api) {
        List<Route> routes = new ArrayList<>();
        routes.add(Route.open("/healthz", Health.alive()));
        routes.add(Route.open("/readyz", Health.ready(node)));
        routes.add(Route.of("/metrics", Role.MONITOR, metrics));
        if (node.config().isCoordinator()) {
            routes.add(Route.open("/session", sessions));
            routes.add(Route.of("/api/v1", Role.READ, api));
            routes.add(Route.open("/", new PageFiles()));
        } else {
            routes.add(Route.open("/", NotHere.of(node.config())));
        }
        return routes;
    }
}
