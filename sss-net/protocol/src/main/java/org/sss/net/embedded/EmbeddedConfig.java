package org.sss.net.embedded;

import java.util.Objects;
import org.sss.api.Grouping;

/**
 * Settings of nodes in this JVM. Immutable.
 *
 * @param taskThreads     of each node; 0 for the node's share of the cores
 * @param taskBufferBytes of each task; 0 for a share of a quarter of the heap
 * @param memoryBytes     for tuples, of all nodes together; 0 for a share of the heap
 * @param grouping        of tasks' output without a combiner
 * @param syncsCommits    whether groups survive a crash of the machine
 * @param fleeting whether the directory is deleted when the cluster is closed, so that small groups need no files
 * @param userCode        class loader of the functions
 */
public record EmbeddedConfig(
        int taskThreads,
        long taskBufferBytes,
        long memoryBytes,
        Grouping grouping,
        boolean syncsCommits,
        boolean fleeting,
        ClassLoader userCode) {
    public EmbeddedConfig {
        Objects.requireNonNull(grouping);
        Objects.requireNonNull(userCode);
    }

    /** All values computed, with the context class loader of the calling thread. */
    public static EmbeddedConfig defaults() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return new EmbeddedConfig(
                0, 0, 0, Grouping.AUTO, true, false, context != null ? context : EmbeddedConfig.class.getClassLoader());
    }

    public EmbeddedConfig withTaskThreads(int threads) {
        return new EmbeddedConfig(threads, taskBufferBytes, memoryBytes, grouping, syncsCommits, fleeting, userCode);
    }

    public EmbeddedConfig withTaskBufferBytes(long bytes) {
        return new EmbeddedConfig(taskThreads, bytes, memoryBytes, grouping, syncsCommits, fleeting, userCode);
    }

    public EmbeddedConfig withMemoryBytes(long bytes) {
        return new EmbeddedConfig(taskThreads, taskBufferBytes, bytes, grouping, syncsCommits, fleeting, userCode);
    }

    public EmbeddedConfig withGrouping(Grouping how) {
        return new EmbeddedConfig(taskThreads, taskBufferBytes, memoryBytes, how, syncsCommits, fleeting, userCode);
    }

    public EmbeddedConfig withSyncsCommits(boolean syncs) {
        return new EmbeddedConfig(taskThreads, taskBufferBytes, memoryBytes, grouping, syncs, fleeting, userCode);
    }

    /** Everything that the cluster stores is deleted when it is closed. */
    public EmbeddedConfig asFleeting() {
        return new EmbeddedConfig(taskThreads, taskBufferBytes, memoryBytes, grouping, false, true, userCode);
    }

    public EmbeddedConfig withUserCode(ClassLoader loader) {
        return new EmbeddedConfig(taskThreads, taskBufferBytes, memoryBytes, grouping, syncsCommits, fleeting, loader);
    }
}
