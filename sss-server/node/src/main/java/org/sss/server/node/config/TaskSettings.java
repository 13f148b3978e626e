package org.sss.server.node.config;

import java.time.Duration;
import org.sss.api.Grouping;

/**
 * How a node runs tasks. Immutable.
 *
 * @param threads      at least 1
 * @param bufferBytes  output buffer of each task
 * @param grouping     of task output without a combiner
 * @param stallTimeout how long user code may show no sign of life
 * @param python       executable that runs functions of Python
 */
public record TaskSettings(int threads, long bufferBytes, Grouping grouping, Duration stallTimeout, String python) {
    private static final long MAX_DEFAULT_BUFFER_BYTES = 256L << 20;
    private static final long MIN_BUFFER_BYTES = 1L << 20;

    static TaskSettings of(SettingValues values, ClusterSettings cluster) {
        int threads = values.get(Settings.TASK_THREADS, cluster.coresOfNode());
        return new TaskSettings(
                threads,
                values.get(Settings.TASK_BUFFER, defaultBufferBytes(threads)),
                values.get(Settings.TASK_GROUPING),
                values.get(Settings.TASK_STALL_TIMEOUT),
                values.get(Settings.STREAM_PYTHON));
    }

    /**
     * Returns the default output buffer of a task: a quarter of the heap divided by {@code threads}, at most 256 MiB.
     */
    public static long defaultBufferBytes(int threads) {
        long share = Runtime.getRuntime().maxMemory() / 4 / threads;
        return Math.max(MIN_BUFFER_BYTES, Math.min(MAX_DEFAULT_BUFFER_BYTES, share));
    }
}
