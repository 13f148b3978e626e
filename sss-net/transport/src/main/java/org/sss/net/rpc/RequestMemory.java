package org.sss.net.rpc;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;

/**
 * The memory that one request has reserved. Its first bytes are counted in a separate budget, so that large requests
 * that fill the memory do not block the many small ones. Thread-safe.
 */
public final class RequestMemory {
    /** Almost all requests are this small. */
    static final int SMALL_BYTES = 16 << 10;

    private final PeerLimit small;
    private final PeerLimit large;
    private final Peer peer;
    private int smallBytes;
    private int largeBytes;

    RequestMemory(PeerLimit small, PeerLimit large, Peer peer) {
        this.small = small;
        this.large = large;
        this.peer = peer;
    }

    /**
     * Reserves memory.
     *
     * @throws SssException {@link ErrorCode#OVERLOADED} if the limit is exceeded; earlier reservations remain
     */
    public synchronized void hold(int bytes) {
        if (smallBytes + largeBytes + bytes <= SMALL_BYTES) {
            small.take(peer, bytes);
            smallBytes += bytes;
        } else {
            large.take(peer, bytes);
            largeBytes += bytes;
        }
    }

    /** Frees the whole reservation. Idempotent. */
    public synchronized void free() {
        small.free(peer, smallBytes);
        large.free(peer, largeBytes);
        smallBytes = 0;
        largeBytes = 0;
    }
}
