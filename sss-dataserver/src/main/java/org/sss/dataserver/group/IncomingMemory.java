package org.sss.dataserver.group;

import io.netty.util.internal.PlatformDependent;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;

/**
 * Counts the bytes that put streams received and storage threads have not stored, over all data servers of a process.
 * Each stream has a window, but there may be thousands of streams, and a disk may be slower than the network. Event
 * loops cannot wait for memory: a stream above the limit fails, instead of the process. Thread-safe.
 */
public final class IncomingMemory {
    private static final int DIRECT_DIVISOR = 4;
    private static final IncomingMemory OF_PROCESS =
            new IncomingMemory(PlatformDependent.maxDirectMemory() / DIRECT_DIVISOR);

    private final PeerLimit waiting;

    /** The bytes in use, and their limit. */
    public PeerLimit waiting() {
        return waiting;
    }

    IncomingMemory(long limitBytes) {
        waiting = new PeerLimit("bytes of tuples that wait for the disk", limitBytes);
    }

    /** Uses a quarter of the direct memory. Tasks stay below an eighth by their windows. */
    static IncomingMemory ofProcess() {
        return OF_PROCESS;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED}; takes nothing then */
    void take(Peer peer, int bytes) {
        try {
            waiting.take(peer, bytes);
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    e.getMessage() + ", write with fewer writers at once, or give the node a larger heap: a quarter"
                            + " of its direct memory is for these tuples");
        }
    }

    /** Returns true if a large share of it is in use. */
    boolean isCrowded() {
        return waiting.used() > waiting.max() / 4;
    }

    void free(Peer peer, int bytes) {
        waiting.free(peer, bytes);
    }

    long limitBytes() {
        return waiting.max();
    }

    long waitingBytes() {
        return waiting.used();
    }
}
