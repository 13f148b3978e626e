package org.sss.benchmarks.measure;

import org.sss.net.rpc.Nullable;

/**
 * One measurement. Immutable.
 *
 * @param client of the process that has the records; of the only one when there is no server
 * @param server of the process that keeps them, or null
 */
public record Sample(long nanos, long tuples, long bytes, Latency latency, Usage client, @Nullable Usage server, long diskBytes) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGA = 1e6;

    public double seconds() {
        return nanos / NANOS_PER_SECOND;
    }

    /** Of both processes. */
    public double compilerSeconds() {
        return client.compilerSeconds() + (server == null ? 0 : server.compilerSeconds());
    }

    public double tuplesPerSecond() {
        return tuples / seconds();
    }

    /** Millions of bytes of keys and values per second. */
    public double megabytesPerSecond() {
        return bytes / MEGA / seconds();
    }
}
