package org.sss.net.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/** Fake data servers with a local transport. */
final class FakeCluster implements AutoCloseable {
    final List<FakeDataServer> servers = new ArrayList<>();
    final ClusterMap map;
    private final List<Transport.Listener> listeners = new ArrayList<>();
    private final LocalTransport transport;
    private final Connections connections;

    FakeCluster(int nodes, int subgroups) {
        this(nodes, subgroups, StreamConfig.DEFAULTS);
    }

    FakeCluster(int nodes, int subgroups, StreamConfig config) {
        transport = new LocalTransport(config);
        connections = new Connections(transport, Duration.ofSeconds(10));
        List<NodeInfo> infos = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            FakeDataServer server = new FakeDataServer();
            servers.add(server);
            Transport.Listener listener = transport.listen(new NodeAddress("local", 0), server);
            listeners.add(listener);
            infos.add(new NodeInfo(i, new NodeAddress("server-" + i, 1), listener.address()));
        }
        map = new ClusterMap("test", 1, infos, subgroups);
    }

    Connection connection(NodeAddress address) {
        return connections.to(address);
    }

    /** Ends a node: its connections are lost, and nothing listens any more. */
    void end(int node) {
        listeners.get(node).close();
    }

    @Override
    public void close() {
        connections.close();
        transport.close();
    }
}
