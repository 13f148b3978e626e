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
import org.sss.cli.security.Certificates;
import org.sss.cli.terminal.Call;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.net.auth.FileRights;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.DataVersions;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.offline.NodeData;
import org.sss.server.security.PrivateDirectory;
import org.sss.server.security.SecurityDirectory;
import org.sss.server.security.SecurityMode;

/** The directory of a cluster on this machine, with one {@link NodeDirectory} per node, sorted by number. Immutable. */
public record ClusterDirectory(Path directory, List<NodeDirectory> nodes) {
    /**
     * Returns the cluster in {@code directory}; without nodes if there is none. Nodes without settings are included, as
     * they may run.
     *
     * @throws SssException INVALID_ARGUMENT if another user owns the directory or may write to it, or to what commands
     *     use in it
     */
    public static ClusterDirectory of(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        check(absolute);
        List<NodeDirectory> nodes = nodes(absolute);
        // The settings of node 0 are written last: without them, a first start was interrupted and there is no cluster.
        boolean exists = nodes.stream().anyMatch(node -> node.number() == 0 || node.wasStarted());
        return new ClusterDirectory(absolute, exists ? nodes : List.of());
    }

    static void check(Path directory) {
        check(directory, FileRights.ofThisProcess());
    }

    /** Its files decide which processes are started and stopped, and by which settings. */
    static void check(Path directory, FileRights rights) {
        rights.check("the directory", directory);
        for (NodeDirectory node : nodes(directory)) {
            node.files().forEach(file -> rights.check("the file", file));
        }
    }

    private static List<NodeDirectory> nodes(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(NodeDirectory::isNameOfOne)
                    .map(NodeDirectory::new)
                    .filter(NodeDirectory::isMade)
                    .sorted(Comparator.comparingInt(NodeDirectory::number))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ClusterDirectory existing(Path directory) {
        ClusterDirectory cluster = of(directory);
        if (cluster.nodes.isEmpty()) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no cluster in '" + cluster.directory
                            + "'; create one with 'sss cluster start --nodes N --dir " + directory + "'");
        }
        return cluster;
    }

    /**
     * Writes the settings of a new cluster. Writes nothing if they are invalid.
     *
     * @param ports    two for each node
     * @param settings settings of all nodes, by name
     * @throws SssException INVALID_ARGUMENT for an invalid setting
     */
    static ClusterDirectory create(Path directory, List<Integer> ports, Map<String, String> settings)
            throws IOException {
        int count = ports.size() / 2;
        String list = IntStream.range(0, count)
                .mapToObj(i -> Call.DEFAULT_HOST + ":" + ports.get(2 * i) + ":" + ports.get(2 * i + 1))
                .collect(Collectors.joining(","));
        List<NodeDirectory> nodes = IntStream.range(0, count)
                .mapToObj(i -> NodeDirectory.of(directory.toAbsolutePath().normalize(), i))
                .toList();
        for (NodeDirectory left : nodes(directory.toAbsolutePath().normalize())) {
            Files.deleteIfExists(left.settings()); // left by an interrupted start, maybe with more nodes
        }
        // Node 0 last: without its settings the directory counts as empty.
        for (int i = count - 1; i >= 0; i--) {
            Map<String, String> all = new TreeMap<>(settings);
            all.putAll(Map.of(
                    "node.id",
                    Integer.toString(i),
                    "cluster.nodes",
                    list,
                    "data.dir",
                    nodes.get(i).data().getFileName().toString()));
            if (all.putIfAbsent("security.dir", ClusterSecurity.DIRECTORY) == null
                    && NodeConfig.of("--set", all).security().mode() == SecurityMode.ON) {
                makeCertificates(nodes.get(i)
                        .directory()
                        .resolve(ClusterSecurity.DIRECTORY)
                        .normalize());
            }
            NodeConfig.of("--set", all);
            PrivateDirectory.make(nodes.get(i).data()); // so that a missing directory means lost data
            nodes.get(i).writeSettings(all);
        }
        return of(directory);
    }

    /** One certificate serves all nodes of this machine. Without TLS the nodes make the directory themselves. */
    private static void makeCertificates(Path directory) {
        if (!Files.isDirectory(directory)) {
            SecurityDirectory.create(directory, Certificates::addAuthorityAndNode);
        } else if (!SecurityDirectory.open(directory).hasAuthority()) {
            Certificates.addAuthorityAndNode(SecurityDirectory.open(directory));
        }
    }

    /**
     * Returns the data directories of the nodes of a cluster of processes or a cluster inside a process. Empty if there
     * are none.
     *
     * @param findings receives settings that cannot be read
     *
     *
     */
    static List<NodeData> data(Path directory, Consumer<Finding> findings) {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(absolute)) {
            return entries.filter(NodeDirectory::isNameOfOne)
                    .map(NodeDirectory::new)
                    .filter(node -> Files.isDirectory(node.directory()))
                    .map(node -> new NodeData(node.number(), node.dataDirectoryOrGuess(findings)))
                    .sorted(Comparator.comparingInt(NodeData::node))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that this version of SSS knows the data, and that node 0 has data if the others do: an empty node 0 would
     * create a new cluster, which the others could not join.
     *
     * @param starting the nodes to be started
     * @throws SssException STORAGE if node 0 has none, INVALID_ARGUMENT if a newer version wrote the data
     */
    void checkData(List<NodeDirectory> starting) {
        starting.forEach(node -> DataVersions.check(node.dataDirectory()));
        NodeDirectory coordinator = nodes.get(0);
        if (!starting.contains(coordinator)
                || CoordinatorState.isIn(coordinator.dataDirectory())
                || coordinator.clusterId().isPresent()) {
            return;
        }
        for (NodeDirectory node : nodes) {
            node.clusterId().ifPresent(cluster -> {
                throw new SssException(
                        ErrorCode.STORAGE,
                        "node 0 has no data in " + coordinator.dataDirectory() + ", but node "
                                + node.number() + " has data of cluster " + cluster + " in " + node.dataDirectory()
                                + "; restore the data of node 0"
                                + " from a backup. If it is lost for good, 'sss cluster recover-journal " + directory
                                + "' creates a new catalog"
                                + " for the data of the other nodes");
            });
        }
    }

    /** The address for clients. */
    String address() {
        return nodes.get(0).info().server().toString();
    }
}
