package org.sss.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.ClusterLink;
import org.sss.net.embedded.EmbeddedNodes;
import org.sss.net.library.Libraries;

/**
 * A whole cluster inside this JVM, for tests, programs on one machine, and {@code sss local}.
 *
 * <pre>{@code
 * try (SssClient client = LocalCluster.start(2)) { ... }
 * }</pre>
 */
public final class LocalCluster {
    private LocalCluster() {}

    /**
     * Starts nodes with data in a temporary directory; closing the client stops them and deletes the directory.
     *
     * @param nodes 1 to 256; they share the processors and the heap of this JVM
     * @throws SssException INVALID_ARGUMENT for another number, or a library of another version than SSS works with;
     *     STORAGE if the directory cannot be created; NOT_FOUND if sss-server is not on the class path, which only this
     *     class requires
     */
    public static SssClient start(int nodes) {
        return start(nodes, LocalSettings.defaults());
    }

    /**
     * The same with further settings.
     *
     * @param settings their data is not synced to disk, as the directory is temporary
     */
    public static SssClient start(int nodes, LocalSettings settings) {
        try {
            Path directory = Files.createTempDirectory("sss-");
            return start(nodes, directory, settings.asFleeting(), () -> delete(directory));
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot create a directory in " + System.getProperty("java.io.tmpdir") + ": " + e
                            + "; free space there or set another one with -Djava.io.tmpdir=DIR",
                    e);
        }
    }

    /**
     * Starts nodes with data in {@code directory}, which is preserved: a later start with the same number of nodes
     * finds all groups.
     *
     * @param nodes     1 to 256; the same number as at the first start there
     * @param directory created if missing
     * @throws SssException INVALID_ARGUMENT for another number of nodes; STORAGE if the directory cannot be used
     */
    public static SssClient start(int nodes, Path directory) {
        return start(nodes, directory, LocalSettings.defaults());
    }

    /** The same with further settings. */
    public static SssClient start(int nodes, Path directory, LocalSettings settings) {
        return start(nodes, directory, settings, () -> {});
    }

    private static SssClient start(int nodes, Path directory, LocalSettings settings, Runnable afterwards) {
        EmbeddedNodes.Cluster cluster = null;
        try {
            Libraries.check();
            cluster = EmbeddedNodes.find().start(nodes, directory, settings.config());
            ClusterLink link = new ClusterLink(cluster.transport(), cluster.coordinator());
            return new SssClient(link, true, stopping(cluster, afterwards));
        } catch (RuntimeException e) {
            stop(cluster, afterwards);
            throw e;
        }
    }

    /** Stops the cluster once: a second close, such as by the hook of Ctrl-C, waits for the first one. */
    private static AutoCloseable stopping(EmbeddedNodes.Cluster cluster, Runnable afterwards) {
        return new AutoCloseable() {
            private boolean stopped;

            @Override
            public synchronized void close() {
                if (!stopped) {
                    stopped = true;
                    stop(cluster, afterwards);
                }
            }
        };
    }

    private static void stop(EmbeddedNodes.Cluster cluster, Runnable afterwards) {
        try {
            if (cluster != null) {
                cluster.close();
            }
        } finally {
            afterwards.run();
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }
}
