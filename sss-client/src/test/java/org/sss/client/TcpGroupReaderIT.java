package org.sss.client;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** Nodes of this JVM, whose client comes by TCP. */
final class TcpGroupReaderIT extends GroupReaderContract {
    @TempDir
    Path directory;

    private final List<Node> nodes = new ArrayList<>();

    @Override
    SssClient start() throws IOException {
        List<Integer> ports = freePorts();
        String addresses = "127.0.0.1:" + ports.get(0) + ":" + ports.get(1) + ",127.0.0.1:" + ports.get(2) + ":" + ports.get(3);
        for (int id = 0; id < 2; id++) {
            nodes.add(Node.start(NodeConfig.of("test", Map.of("node.id", Integer.toString(id), "cluster.nodes", addresses,
                    "data.dir", directory.resolve("node-" + id).toString(), "task.buffer", "1MiB"))));
        }
        nodes.forEach(node -> node.awaitReady(Duration.ofSeconds(30)));
        return SssClient.connect("127.0.0.1:" + ports.get(0));
    }

    @AfterEach
    void stop() {
        nodes.forEach(Node::close);
    }

    private static List<Integer> freePorts() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                sockets.add(new ServerSocket(0));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
