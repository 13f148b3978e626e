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
 * @param streams of each connection
 * @param idleTimeout a connection from which nothing was read for this time is dead; pings are sent every quarter of
 *     it. The connecting side waits as long as the listener if that is longer, but at most {@link #LONGEST_PEERS_IDLE}
 * @param prefaceTimeout how long the peer of an accepted connection may take for its preface, and to prove who it is
 * @param maxConnections how many connections one listener has concurrently
 * @param rings which connections move their data through shared memory
 */
public record TcpConfig(
        String io,
        int threads,
        StreamConfig streams,
        Duration idleTimeout,
        Duration prefaceTimeout,
        int maxConnections,
        TcpRings rings) {
    public static final TcpConfig DEFAULTS = new TcpConfig(
            "auto",
            Math.min(4, Runtime.getRuntime().availableProcessors()),
            StreamConfig.DEFAULTS,
            Duration.ofSeconds(8),
            Duration.ofSeconds(8),
            4_096,
            TcpRings.OFF);

    /**
     * Upper bound of a listener's idle timeout that the connecting side adopts: only its own setting makes it wait
     * longer.
     */
    public static final Duration LONGEST_PEERS_IDLE = Duration.ofMinutes(2);

    public TcpConfig {
        if (threads < 1 || maxConnections < 1) {
            throw invalid(threads + " threads and " + maxConnections + " connections; take at least 1 of each");
        }
        if (idleTimeout.toMillis() < 4 || prefaceTimeout.toMillis() < 1) {
            throw invalid("idle timeout " + idleTimeout + ", preface timeout " + prefaceTimeout
                    + "; take at least 4 ms and 1 ms");
        }
    }

    public TcpConfig withIo(String newIo) {
        return new TcpConfig(newIo, threads, streams, idleTimeout, prefaceTimeout, maxConnections, rings);
    }

    public TcpConfig withThreads(int newThreads) {
        return new TcpConfig(io, newThreads, streams, idleTimeout, prefaceTimeout, maxConnections, rings);
    }

    public TcpConfig withStreams(StreamConfig newStreams) {
        return new TcpConfig(io, threads, newStreams, idleTimeout, prefaceTimeout, maxConnections, rings);
    }

    public TcpConfig withTimeouts(Duration newIdleTimeout, Duration newPrefaceTimeout) {
        return new TcpConfig(io, threads, streams, newIdleTimeout, newPrefaceTimeout, maxConnections, rings);
    }

    public TcpConfig withMaxConnections(int newMaxConnections) {
        return new TcpConfig(io, threads, streams, idleTimeout, prefaceTimeout, newMaxConnections, rings);
    }

    public TcpConfig withRings(TcpRings newRings) {
        return new TcpConfig(io, threads, streams, idleTimeout, prefaceTimeout, maxConnections, newRings);
    }

    private static SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, what);
    }
}
