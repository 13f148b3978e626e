package org.sss.net.transport;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Limits of streams. Immutable.
 *
 * @param windowBytes credit that a peer has when a stream starts
 * @param stallTimeout how long {@link Stream#send} waits for credit
 * @param maxStreams how many streams one connection carries concurrently
 */
public record StreamConfig(int windowBytes, Duration stallTimeout, int maxStreams) {
    public static final StreamConfig DEFAULTS = new StreamConfig(1 << 20, Duration.ofSeconds(30), 10_000);

    private static final int MIN_WINDOW_BYTES = 128 << 10;
    private static final int DIRECT_MEMORY_FRACTION = 8;

    public StreamConfig {
        if (windowBytes < 1 || windowBytes > ReceiveWindow.MAX_BYTES) {
            throw invalid("window of " + windowBytes + " bytes; take 1 to " + ReceiveWindow.MAX_BYTES);
        }
        if (stallTimeout.isNegative() || stallTimeout.isZero()) {
            throw invalid("stall timeout of " + stallTimeout + "; take more than zero");
        }
        if (maxStreams < 1) {
            throw invalid("limit of " + maxStreams + " streams for a connection; take at least 1");
        }
    }

    /**
     * Returns the window of a receiver with this many concurrent senders: if it writes to a disk that is slower than
     * the network, all windows fill up. Together they use at most an eighth of the direct memory.
     */
    public static int windowBytes(int streams) {
        return windowBytes(PlatformDependent.maxDirectMemory(), streams);
    }

    static int windowBytes(long directBytes, int streams) {
        return (int) Math.max(
                MIN_WINDOW_BYTES,
                Math.min(DEFAULTS.windowBytes, directBytes / DIRECT_MEMORY_FRACTION / Math.max(1, streams)));
    }

    private static SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, what);
    }
}
