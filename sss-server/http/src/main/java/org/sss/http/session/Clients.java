package org.sss.http.session;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.client.SssClient;
import org.sss.client.link.ClusterLink;
import org.sss.net.peer.Principal;
import org.sss.net.transport.Transport;
import org.sss.server.node.http.HttpNode;

/** Clients of this cluster that act as the callers of requests, so that all rights of a token apply. Thread-safe. */
public final class Clients implements AutoCloseable {
    /** Further callers take the place of the one that has not been used for longest. */
    private static final int MAX_CLIENTS = 64;

    private final HttpNode node;
    private final Map<Principal, SssClient> clients = new LinkedHashMap<>(16, 0.75f, true);

    public Clients(HttpNode node) {
        this.node = node;
    }

    /**
     * Returns a client that acts as {@code caller}. It remains owned by this.
     *
     * @throws org.sss.api.SssException as {@link SssClient#connect(String)}
     */
    public synchronized SssClient of(Principal caller) {
        SssClient known = clients.get(caller);
        if (known != null) {
            return known;
        }
        Transport transport = node.transport(caller);
        SssClient client = SssClient.over(
                new ClusterLink(transport, node.config().coordinator().server()));
        clients.put(caller, client);
        if (clients.size() > MAX_CLIENTS) {
            clients.remove(clients.keySet().iterator().next()).close();
        }
        return client;
    }

    @Override
    public synchronized void close() {
        clients.values().forEach(SssClient::close);
        clients.clear();
    }
}
