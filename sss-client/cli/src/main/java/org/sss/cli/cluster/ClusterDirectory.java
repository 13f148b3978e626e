package org.sss.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.offline.NodeData;

/** The directory of a cluster on this machine, with one {@link NodeDirectory} per node, by number. Immutable. */
public record ClusterDirectory(Path directory, List<NodeDirectory> nodes) {
    /** The cluster that lies there; no node when there is none. A node without settings is one of it: its process may run. */
    public static ClusterDirectory of(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        List<NodeDirectory> nodes = nodes(absolute);
        // The settings of node 0 are written last: a start that was broken off before that has made no cluster.
        boolean made = nodes.stream().anyMatch(node -> node.number() == 0 || node.wasStarted());
        return new ClusterDirectory(absolute, made ? nodes : List.of());
    }

    private static List<NodeDirectory> nodes(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(NodeDirectory::isNameOfOne).map(NodeDirectory::new).filter(NodeDirectory::isMade)
                    .sorted(Comparator.comparingInt(NodeDirectory::number)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ClusterDirectory existing(Path directory) {
        ClusterDirectory cluster = of(directory);
        if (cluster.nodes.isEmpty()) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no cluster in '" + cluster.directory
                    + "'; make one with 'sss cluster start --nodes N --dir " + directory + "'");
        }
        return cluster;
    }

    /**
     * Writes the settings of a new cluster. Nothing is written when they are wrong.
     *
     * @param ports    two for each node
     * @param settings of all nodes, by name
     * @throws SssException INVALID_ARGUMENT for a setting
     */
    static ClusterDirectory create(Path directory, List<Integer> ports, Map<String, String> settings) throws IOException {
        int count = ports.size() / 2;
        String list = IntStream.range(0, count)
                .mapToObj(i -> Call.DEFAULT_HOST + ":" + ports.get(2 * i) + ":" + ports.get(2 * i + 1))
                .collect(Collectors.joining(","));
        List<NodeDirectory> nodes = IntStream.range(0, count)
                .mapToObj(i -> NodeDirectory.of(directory.toAbsolutePath().normalize(), i)).toList();
        for (NodeDirectory left : nodes(directory.toAbsolutePath().normalize())) {
            Files.deleteIfExists(left.settings()); // by a start that was broken off: one with fewer nodes would have them, too
        }
        // Node 0 last: a start that was broken off leaves a directory that counts as empty.
        for (int i = count - 1; i >= 0; i--) {
            Map<String, String> all = new TreeMap<>(settings);
            all.putAll(Map.of("node.id", Integer.toString(i), "cluster.nodes", list, "data.dir", nodes.get(i).data().getFileName().toString()));
            NodeConfig.of("--set", all);
            Files.createDirectories(nodes.get(i).data()); // so that one that is missing later is one that was lost
            nodes.get(i).writeSettings(all);
        }
        return of(directory);
    }

    /**
     * Where the nodes of a cluster have their data, for a cluster of processes or one inside a process; none when no node is there.
     *
     * @param findings told of settings that cannot be read
     */
    static List<NodeData> data(Path directory, Consumer<Finding> findings) {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(absolute)) {
            return entries.filter(NodeDirectory::isNameOfOne).map(NodeDirectory::new).filter(node -> Files.isDirectory(node.directory()))
                    .map(node -> new NodeData(node.number(), node.dataDirectoryOrGuess(findings)))
                    .sorted(Comparator.comparingInt(NodeData::node)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * An empty node 0 would make a new cluster, and the others could not join it.
     *
     * @param starting the nodes that are about to start
     * @throws SssException STORAGE
     */
    void checkData(List<NodeDirectory> starting) {
        NodeDirectory coordinator = nodes.get(0);
        if (!starting.contains(coordinator) || CoordinatorState.isIn(coordinator.dataDirectory()) || coordinator.clusterId().isPresent()) {
            return;
        }
        for (NodeDirectory node : nodes) {
            node.clusterId().ifPresent(cluster -> {
                throw new SssException(ErrorCode.STORAGE, "node 0 has no data in " + coordinator.dataDirectory() + ", but node "
                        + node.number() + " has data of cluster " + cluster + " in " + node.dataDirectory() + "; restore the data of node 0"
                        + " from a backup. If it is lost for good, 'sss cluster recover-journal " + directory + "' makes a new catalog"
                        + " for the data of the other nodes");
            });
        }
    }

    /** Where clients connect. */
    String address() {
        return nodes.get(0).info().server().toString();
    }
}
