package org.sss.client.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The directory of a cluster on this machine, with one {@link NodeDirectory} per node. Immutable. */
record ClusterDirectory(Path directory, List<NodeDirectory> nodes) {
    private static final String HOST = "127.0.0.1";

    /** The cluster that lies there; no node when there is none. */
    static ClusterDirectory of(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        List<NodeDirectory> nodes = new ArrayList<>();
        while (Files.exists(node(absolute, nodes.size()).settings())) {
            nodes.add(node(absolute, nodes.size()));
        }
        return new ClusterDirectory(absolute, List.copyOf(nodes));
    }

    static ClusterDirectory existing(Path directory) {
        ClusterDirectory cluster = of(directory);
        if (cluster.nodes.isEmpty()) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no cluster in '" + cluster.directory
                    + "'; make one with 'sss cluster start --nodes N --dir " + directory + "'");
        }
        return cluster;
    }

    /** @param basePort first of 2 x nodes ports, or 0 for free ones */
    static ClusterDirectory create(Path directory, int nodes, int basePort, List<String> settings) throws IOException {
        List<Integer> ports = basePort == 0 ? freePorts(2 * nodes)
                : IntStream.range(basePort, basePort + 2 * nodes).boxed().toList();
        String list = IntStream.range(0, nodes).mapToObj(i -> HOST + ":" + ports.get(2 * i) + ":" + ports.get(2 * i + 1))
                .collect(Collectors.joining(","));
        // Node 0 last: a start that was broken off leaves a directory that counts as empty.
        for (int i = nodes - 1; i >= 0; i--) {
            NodeDirectory node = node(directory.toAbsolutePath().normalize(), i);
            Files.createDirectories(node.directory());
            List<String> lines = new ArrayList<>(List.of("node.id = " + i, "cluster.nodes = " + list,
                    "data.dir = " + node.data().toString().replace("\\", "\\\\")));
            lines.addAll(settings);
            Files.write(node.settings(), lines);
        }
        return of(directory);
    }

    /** Where clients connect. */
    String address() {
        return nodes.get(0).info().server().toString();
    }

    private static NodeDirectory node(Path directory, int number) {
        return new NodeDirectory(directory.resolve("node-" + number));
    }

    /** Ports that are free now, taken together so that they differ. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getByName(HOST)));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
