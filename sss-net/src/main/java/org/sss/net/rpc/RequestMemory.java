package org.sss.net.rpc;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;

/**
 * What one request holds of the memory for requests. Its first bytes are of another budget than the rest, so that whoever
 * fills the memory with large requests does not keep out the many small ones. Thread-safe.
 */
public final class RequestMemory {
    /** Of almost all requests there is no more. */
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

    /** @throws SssException {@link ErrorCode#OVERLOADED} when that is too much; what was held before is held on */
    public synchronized void hold(int bytes) {
        if (smallBytes + largeBytes + bytes <= SMALL_BYTES) {
            small.take(peer, bytes);
            smallBytes += bytes;
        } else {
            large.take(peer, bytes);
            largeBytes += bytes;
        }
    }

    /** Frees all of it. Idempotent. */
    public synchronized void free() {
        small.free(peer, smallBytes);
        large.free(peer, largeBytes);
        smallBytes = 0;
        largeBytes = 0;
    }
}
