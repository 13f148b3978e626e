package org.sss.net.transport.tcp;

import java.time.Duration;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.StreamConfig;

/**
 * Settings of a {@link TcpTransport}. Immutable.
 *
 * @param io {@code auto} (the first of the following that works here), {@code epoll}, {@code io_uring} or {@code nio}
 * @param threads event loop threads
 * @param windowBytes credit that a peer has when a stream starts
 * @param stallTimeout how long a send waits for credit
 * @param idleTimeout a connection from which nothing was read for this time is dead; pings are sent every quarter of
 *     it. The connecting side waits as long as the listener if that is longer, but at most {@link #LONGEST_PEERS_IDLE}
 * @param prefaceTimeout how long the peer of an accepted connection may take for its preface, and to prove who it is
 * @param maxStreams how many streams one connection carries concurrently
 * @param maxConnections how many connections one listener has concurrently
 * @param rings which connections move their data through shared memory
 */
public record TcpConfig(String io, int threads, int windowBytes, Duration stallTimeout, Duration idleTimeout,
        Duration prefaceTimeout, int maxStreams, int maxConnections, TcpRings rings) {
    public static final TcpConfig DEFAULTS = new TcpConfig("auto", Math.min(4, Runtime.getRuntime().availableProcessors()),
            StreamConfig.DEFAULTS.windowBytes(), StreamConfig.DEFAULTS.stallTimeout(), Duration.ofSeconds(8),
            Duration.ofSeconds(8), StreamConfig.DEFAULTS.maxStreams(), 4_096, TcpRings.OFF);

    /**
     * Upper bound of a listener's idle timeout that the connecting side adopts: only its own setting makes it wait
     * longer.
     */
    public static final Duration LONGEST_PEERS_IDLE = Duration.ofMinutes(2);

    public TcpConfig {
        new StreamConfig(windowBytes, stallTimeout, maxStreams);
        if (threads < 1 || maxConnections < 1) {
            throw invalid(threads + " threads and " + maxConnections + " connections; take at least 1 of each");
        }
        if (idleTimeout.toMillis() < 4 || prefaceTimeout.toMillis() < 1) {
            throw invalid("idle timeout " + idleTimeout + ", preface timeout " + prefaceTimeout
                    + "; take at least 4 ms and 1 ms");
        }
    }

    public TcpConfig withIo(String newIo) {
        return new TcpConfig(newIo, threads, windowBytes, stallTimeout, idleTimeout, prefaceTimeout, maxStreams,
                maxConnections, rings);
    }

    public TcpConfig withThreads(int newThreads) {
        return new TcpConfig(io, newThreads, windowBytes, stallTimeout, idleTimeout, prefaceTimeout, maxStreams,
                maxConnections, rings);
    }

    public TcpConfig withStreams(StreamConfig streams) {
        return new TcpConfig(io, threads, streams.windowBytes(), streams.stallTimeout(), idleTimeout, prefaceTimeout,
                streams.maxStreams(), maxConnections, rings);
    }

    public TcpConfig withTimeouts(Duration newIdleTimeout, Duration newPrefaceTimeout) {
        return new TcpConfig(io, threads, windowBytes, stallTimeout, newIdleTimeout, newPrefaceTimeout, maxStreams,
                maxConnections, rings);
    }

    public TcpConfig withMaxConnections(int newMaxConnections) {
        return new TcpConfig(io, threads, windowBytes, stallTimeout, idleTimeout, prefaceTimeout, maxStreams,
                newMaxConnections, rings);
    }

    public TcpConfig withRings(TcpRings newRings) {
        return new TcpConfig(io, threads, windowBytes, stallTimeout, idleTimeout, prefaceTimeout, maxStreams, maxConnections, newRings);
    }

    StreamConfig streams() {
        return new StreamConfig(windowBytes, stallTimeout, maxStreams);
    }

    private static SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, what);
    }
}
