package org.sss.server.node.http;

import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.sss.net.auth.TokenSource;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tls.Tls;
import org.sss.server.node.config.NodeConfig;

/** A node as its HTTP listener sees it. Thread-safe. */
public interface HttpNode {
    /** Its settings; {@code config().http().address()} is where to listen. */
    NodeConfig config();

    /** The verbs of the server port, to which others may be added before the node listens there. */
    RpcService service();

    /** Returns the tokens that this cluster accepts; null without security. */
    TokenSource tokens();

    /** Returns TLS with the certificate of this node; empty if it has none. */
    Optional<Tls> tls();

    /**
     * Records in the audit log that a browser has got a session.
     *
     * @param from address of another machine, or null
     */
    void openedSession(Principal who, String from);

    /**
     * Returns a transport that reaches the listeners of this process as {@code caller}, whose rights they check, and
     * other nodes as this node: callers must resolve groups at the coordinator, which is this process on
     * node 0. Closing it closes only its connections.
     */
    Transport transport(Principal caller);

    /** For work that does not block. */
    ScheduledExecutorService timer();

    /** Returns true once the node has joined its cluster and serves data. */
    boolean isReady();

    /** Passes its figures now to {@code to}. */
    void figures(FigureSink to);

    /** Returns the health of this node, which takes no lock that a call of the coordinator holds. */
    NodeStatus status();
}
