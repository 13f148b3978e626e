package org.sss.server.shuffle.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.data.SubgroupSource;

/**
 * The files of a node in {@code shuffle.spill.dir}, the directory that all nodes share. Each node writes one file for
 * each group, reads those of all nodes, and deletes its own: when their group is dropped, and at the start of the node.
 * Thread-safe.
 *
 * <pre>
 *   sss-CLUSTER/                    only the user of the nodes may enter it
 *   sss-CLUSTER/node-NODE-HASH.held    blocks
 *   sss-CLUSTER/check-HASH          written by node 0 and read by all, before the tasks of a job start
 *   sss-CLUSTER/shared              epoch of node 0, read by all when they start (spill.to=shared)
 *   sss-CLUSTER/node-NODE-waiting-UUID   everything of a process that waits (spill.to=shared)
 * </pre>
 *
 * HASH is that of the number and the identity of the group, since who has the identity may read the group.
 */
public final class RelocationFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RelocationFiles.class);
    private static final String REMEDY =
            "; shuffle.spill.dir must be a directory with free space that all nodes share, under the same or another "
                    + "path";
    private static final int HASH_BYTES = 16;

    /** Null if none is set. */
    private final SpillDirectory directory;

    private final OwnFiles own;
    private final int node;
    /** The files that this process has written, by group. */
    private final Map<Long, Set<Path>> written = new ConcurrentHashMap<>();
    /** Null if there is none. */
    private volatile Path waiting;

    /** Takes the blocks of one attempt. */
    @FunctionalInterface
    public interface Blocks {
        /** Returns a data frame of a put, which the caller owns, or null after the last one. */
        ByteBuf poll();
    }

    /**
     * @param directory null if none is set
     * @param records   for the names of the files of this node, in its data directory; created when it is needed
     */
    public RelocationFiles(Path directory, Path records, int node) {
        this.directory = directory == null ? null : new SpillDirectory(directory);
        own = new OwnFiles(records);
        this.node = node;
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if no directory is set */
    private SpillDirectory directory() {
        if (directory == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + node + " has no shuffle.spill.dir, which the shuffle method needs: set it to"
                            + " a directory that all nodes share, or use the method dsa-sms");
        }
        return directory;
    }

    private static String hash(GroupKey group) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest((group.id() + " " + group.identity()).getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new SssException(ErrorCode.INTERNAL, "this Java has no SHA-256", e);
        }
    }

    private static String name(int ofNode, GroupKey group) {
        return "node-" + ofNode + "-" + hash(group) + ".held";
    }

    /**
     * Deletes the files of earlier processes of this node. A copy of the data directory of a node deletes none: they
     * belong to the original.
     *
     * @param clusterId of the cluster that it belongs to
     */
    public void sweep(String clusterId) {
        if (directory == null) {
            return;
        }
        try {
            for (String name : own.all()) {
                Disk.deleteTree(directory.of(clusterId).resolve(name));
                own.remove(name);
            }
            directory.deleteOfEarlierVersion(clusterId, node);
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "Files of an earlier run of node {} in {} (shuffle.spill.dir) are left: {}",
                    node,
                    directory.of(clusterId),
                    e.toString());
        }
    }

    /**
     * Makes the directory of this process for what waits, once all nodes see the same shared directory: node 0 writes a
     * file before others join it, and these compare it.
     *
     * @throws SssException naming this node and its directory
     */
    public Path waiting(ClusterMap cluster) {
        Path path = directory().of(cluster.clusterId());
        try {
            directory.make(cluster.clusterId());
            checkShared(path.resolve("shared"), cluster.epoch());
            String name = "node-" + node + "-waiting-" + UUID.randomUUID();
            own.add(name);
            waiting = Files.createDirectory(path.resolve(name));
            return waiting;
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "node " + node + (node == 0 ? " cannot write to " : " does not see what node 0 wrote to ") + path
                            + ", which spill.to=shared needs: " + e + REMEDY,
                    e);
        }
    }

    private void checkShared(Path file, long epoch) throws IOException {
        if (node == 0) {
            Files.writeString(file, Long.toString(epoch));
            return;
        }
        directory.checkFile(file);
        String found = Files.readString(file);
        try {
            if (Long.parseLong(found) >= epoch) {
                return;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IOException(file + " is not of this start of node 0");
    }

    /** Deletes the directory for what waits. Does not fail. */
    @Override
    public void close() {
        Path path = waiting;
        if (path != null) {
            delete(path);
        }
    }

    /**
     * Checks that all nodes see the same directory: node 0 writes a file, and the others compare it.
     *
     * @throws SssException naming this node and its directory
     */
    public void check(ShuffleSpec spec) {
        Path path = checked(spec);
        byte[] content = hash(spec.outputs().get(0).group()).getBytes(UTF_8);
        try {
            directory.make(spec.cluster().clusterId());
            if (node == 0) {
                own.add(path.getFileName().toString());
                Files.write(path, content);
            } else if (!Arrays.equals(Files.readAllBytes(path), content)) {
                throw new IOException("it has other content");
            }
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "node " + node + (node == 0 ? " cannot write " : " does not see what node 0 wrote to ") + path
                            + ": " + e + REMEDY,
                    e);
        }
    }

    /** Deletes the file of {@link #check}, at node 0. Does not fail. */
    public void endCheck(ShuffleSpec spec) {
        if (node == 0 && directory != null) {
            delete(checked(spec));
        }
    }

    private Path checked(ShuffleSpec spec) {
        return directory()
                .of(spec.cluster().clusterId())
                .resolve("check-" + hash(spec.outputs().get(0).group()));
    }

    /** Starts the file of this node for a group. {@link #dropped} deletes it only after this has returned. */
    public Writer write(ClusterMap cluster, GroupKey group) {
        Path path = directory().of(cluster.clusterId()).resolve(name(node, group));
        try {
            directory.make(cluster.clusterId());
            own.add(path.getFileName().toString());
            Writer writer = new Writer(path, new RelocationFile(path));
            written.computeIfAbsent(group.id(), id -> ConcurrentHashMap.newKeySet())
                    .add(path);
            return writer;
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /** Returns a source of what all nodes have written for a group. */
    public SubgroupSource source(ClusterMap cluster, GroupKey group) {
        Path all = directory().of(cluster.clusterId());
        return new RelocationFileSource(
                cluster.nodes().stream()
                        .map(other -> all.resolve(name(other.id(), group)))
                        .toList(),
                directory::checkFile);
    }

    /** Deletes the file of this node for a group, if there is one. */
    public void dropped(long group) {
        Set<Path> paths = written.remove(group);
        if (paths != null) {
            paths.forEach(this::delete);
        }
    }

    private void delete(Path path) {
        try {
            Disk.deleteTree(path);
            own.remove(path.getFileName().toString());
        } catch (IOException e) {
            LOG.warn(
                    "{} (shuffle.spill.dir) cannot be deleted: {}; this node deletes it when it starts again",
                    path,
                    e.toString());
        }
    }

    private static SssException failed(Path path, IOException e) {
        return new SssException(
                ErrorCode.STORAGE,
                "cannot write " + path + ", in which tuples wait that do not fit into the memory of a node: " + e
                        + REMEDY,
                e);
    }

    /** The file of this node for one group. One thread. */
    public static final class Writer implements AutoCloseable {
        private final Path path;
        private final RelocationFile file;

        Writer(Path path, RelocationFile file) {
            this.path = path;
            this.file = file;
        }

        /**
         * Writes blocks of a task, and releases them.
         *
         * @throws SssException {@link ErrorCode#STORAGE} if they cannot be written
         */
        public void add(int source, Blocks blocks) {
            for (ByteBuf frame = blocks.poll(); frame != null; frame = blocks.poll()) {
                try {
                    file.add(source, frame);
                } catch (IOException e) {
                    throw failed(path, e);
                } finally {
                    frame.release();
                }
            }
        }

        /** What has been written. */
        public Stored stored() {
            return file.stored();
        }

        /** Completes the file for its readers. */
        public void finish() {
            try {
                file.finish();
            } catch (IOException e) {
                throw failed(path, e);
            }
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                throw failed(path, e);
            }
        }
    }
}
