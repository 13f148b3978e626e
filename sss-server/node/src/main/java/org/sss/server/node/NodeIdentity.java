package org.sss.server.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;
import org.sss.net.transport.NodeAddress;
import org.sss.server.coordinator.state.SssVersion;

/**
 * The owner of a data directory, stored in {@code DIR/node.json}, so that no node ever serves, or drops, the subgroups
 * of another node or another cluster.
 *
 * @param nodeCount     of the cluster; placement depends on it, so it is needed if the journal is lost; 0 in files of
 *     older versions
 * @param subgroupCount the same
 * @param version       of this file, see {@link #VERSION}
 * @param writtenBy     version of SSS
 */
public record NodeIdentity(
        String clusterId,
        int nodeId,
        int nodeCount,
        int subgroupCount,
        int version,
        @Nullable String writtenBy,
        @Unwrapped ServedStart served) {
    /**
     * Raise it with every change of the file that an older version of SSS must not ignore. Version 0 had no epoch and
     * no version.
     */
    static final int VERSION = 1;

    private static final Logger LOG = LoggerFactory.getLogger(NodeIdentity.class);
    private static final String REMEDY =
            "if the directory holds the data of this node: the node writes it again when it starts";
    public static final String FILE = "node.json";

    /** Of a node that has not served a coordinator yet. */
    public NodeIdentity(String clusterId, int nodeId, int nodeCount, int subgroupCount) {
        this(clusterId, nodeId, nodeCount, subgroupCount, VERSION, SssVersion.text(), ServedStart.NONE);
    }

    static NodeIdentity of(ClusterMap map, int nodeId, ServedStart served) {
        return new NodeIdentity(
                map.clusterId(), nodeId, map.nodes().size(), map.subgroupCount(), VERSION, SssVersion.text(), served);
    }

    /** Returns this with starts of node 0 that the directory knows. */
    public NodeIdentity knowing(List<String> starts) {
        return new NodeIdentity(
                clusterId,
                nodeId,
                nodeCount,
                subgroupCount,
                version,
                writtenBy,
                new ServedStart(served.epoch(), served.coordinator(), starts, served.place()));
    }

    /** The starts of node 0 that the directory knows. */
    public List<String> starts() {
        return served.startsOrNone();
    }

    /**
     * Reads the identity of a directory; empty if it has none.
     *
     * @throws SssException STORAGE if it cannot be read, CORRUPT if it is damaged, INVALID_ARGUMENT if a newer version
     *     of SSS has written it
     */
    public static Optional<NodeIdentity> of(Path directory) {
        Path file = directory.resolve(FILE);
        Optional<NodeIdentity> found = read(file);
        found.ifPresent(identity -> SssVersion.check(file.toString(), identity.version, VERSION, identity.writtenBy));
        return found;
    }

    private static Optional<NodeIdentity> read(Path file) {
        try {
            return Optional.of(Json.read(Files.readAllBytes(file), NodeIdentity.class, file.toString()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    Files.isDirectory(file)
                            ? file + " is a directory, and a file is expected; move it away, " + REMEDY
                            : "cannot read " + file + ": " + e,
                    e);
        } catch (SssException e) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    file + (file.toFile().length() == 0 ? " is empty" : " is damaged (" + e.getMessage() + ")")
                            + "; delete it, " + REMEDY,
                    e);
        }
    }

    /**
     * Compares this with the identity of the directory, or writes it there if there is none.
     *
     * @param coordinator which determined the cluster; named in errors
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the directory belongs to another node or cluster
     */
    void claim(Path directory, NodeAddress coordinator) {
        NodeIdentity found = foundIn(directory);
        if (found != null && (found.nodeId != nodeId || !found.clusterId.equals(clusterId))) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    directory + " contains the data of node " + found.nodeId + " of cluster "
                            + found.clusterId + ", but this is node " + nodeId + " of cluster " + clusterId
                            + " according to "
                            + (nodeId == 0 ? "its journal" : "node 0 at " + coordinator) + ". " + advice(found)
                            + ". Nothing in this directory was changed");
        }
        if (found != null && found.subgroupCount > 0 && found.subgroupCount != subgroupCount) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the data in " + directory + " is distributed over " + found.subgroupCount
                            + " subgroups, but according to the journal of node 0 at " + coordinator
                            + " the cluster has " + subgroupCount
                            + "; restore the journal of this cluster from a backup");
        }
        if (!equals(found)) {
            write(directory);
        }
    }

    /** Null if the directory has no identity, or a damaged one that the journal in the same directory replaces. */
    private NodeIdentity foundIn(Path directory) {
        try {
            return of(directory).orElse(null);
        } catch (SssException e) {
            if (nodeId != 0 || e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            LOG.warn(
                    "{} is written again, since according to the journal next to it this is node 0 of cluster {}: {}",
                    directory.resolve(FILE),
                    clusterId,
                    e.getMessage());
            return null;
        }
    }

    private String advice(NodeIdentity found) {
        if (found.clusterId.equals(clusterId)) {
            return "Correct data.dir or node.id";
        }
        if (nodeId == 0) {
            return "Restore the journal of cluster " + found.clusterId + " from a backup, or correct data.dir";
        }
        return "If cluster.nodes or data.dir of this node is wrong, correct it. If node 0 has lost its data and"
                + " made a new cluster, stop it and restore its data.dir from a backup; if that is lost for good,"
                + " 'sss cluster recover-journal' makes a new catalog for the data of the other nodes";
    }

    /** Replaces the identity of the directory. */
    public void write(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            replace(file);
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot write " + file + ": " + e, e);
        }
    }

    private void replace(Path file) throws IOException {
        Path temp = file.resolveSibling(FILE + ".new");
        try (FileChannel out = FileChannel.open(
                temp, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer json = ByteBuffer.wrap(Json.write(this));
            while (json.hasRemaining()) {
                out.write(json);
            }
            out.force(true); // an empty file under this name would keep the node from starting
        }
        Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true); // other nodes refuse a node 0 that has forgotten its start
        }
    }
}
