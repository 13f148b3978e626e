package org.sss.benchmarks.store;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** A node in this process. One thread at a time. */
public final class EmbeddedServer implements Cluster {
    private final Path directory;
    private final SssClient client;
    private final Cleanup.Entry cleanup;

    public EmbeddedServer(Path directory) {
        this.directory = directory;
        cleanup = Cleanup.atExit(() -> DiskSpace.delete(directory));
        client = LocalCluster.start(1, directory);
    }

    @Override
    public SssClient client() {
        return client;
    }

    @Override
    public OptionalLong serverPid() {
        return OptionalLong.empty();
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            client.close();
        } finally {
            cleanup.run();
        }
    }
}
