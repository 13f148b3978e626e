package org.sss.client;

import org.sss.api.Grouping;
import org.sss.net.embedded.EmbeddedConfig;

/** Settings of a {@link LocalCluster}. Immutable. */
public final class LocalSettings {
    private final EmbeddedConfig config;

    private LocalSettings(EmbeddedConfig config) {
        this.config = config;
    }

    /** All values are computed; functions are loaded by the context class loader of the calling thread. */
    public static LocalSettings defaults() {
        return new LocalSettings(EmbeddedConfig.defaults());
    }

    /** Sets the number of task threads of each node; 0 for the node's share of the cores. */
    public LocalSettings withTaskThreads(int threads) {
        return new LocalSettings(config.withTaskThreads(threads));
    }

    /** Sets the buffer of each task in bytes; 0 for a share of a quarter of the heap. */
    public LocalSettings withTaskBufferBytes(long bytes) {
        return new LocalSettings(config.withTaskBufferBytes(bytes));
    }

    /** Sets the memory for tuples, of all nodes together, in bytes; 0 for a share of the heap. */
    public LocalSettings withMemoryBytes(long bytes) {
        return new LocalSettings(config.withMemoryBytes(bytes));
    }

    /** Sets how tasks group their output without a combiner. */
    public LocalSettings withGrouping(Grouping grouping) {
        return new LocalSettings(config.withGrouping(grouping));
    }

    /** Sets whether groups survive a crash of the machine. */
    public LocalSettings withSyncsCommits(boolean syncs) {
        return new LocalSettings(config.withSyncsCommits(syncs));
    }

    /** Everything that the cluster stores is deleted when it is closed. */
    public LocalSettings asFleeting() {
        return new LocalSettings(config.asFleeting());
    }

    EmbeddedConfig config() {
        return config;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalSettings settings && config.equals(settings.config);
    }

    @Override
    public int hashCode() {
        return config.hashCode();
    }
}
