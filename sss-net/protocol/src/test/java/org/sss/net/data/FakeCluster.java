package org.sss.net.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;

/** Fake data servers with a local transport. */
final class FakeCluster implements AutoCloseable {
    final List<FakeDataServer> servers = new ArrayList<>();
    final ClusterMap map;
    private final LocalTransport transport = new LocalTransport();
    private final Connections connections = new Connections(transport, Duration.ofSeconds(10));

    FakeCluster(int nodes, int subgroups) {
        List<NodeInfo> infos = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            FakeDataServer server = new FakeDataServer();
            servers.add(server);
            NodeAddress data =
                    transport.listen(new NodeAddress("local", 0), server).address();
            infos.add(new NodeInfo(i, new NodeAddress("server-" + i, 1), data));
        }
        map = new ClusterMap("test", 1, infos, subgroups);
    }

    Connection connection(NodeAddress address) {
        return connections.to(address);
    }

    @Override
    public void close() {
        connections.close();
        transport.close();
    }
}
