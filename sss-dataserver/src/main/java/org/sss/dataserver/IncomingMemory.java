package org.sss.dataserver;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What has come by put streams and waits for storage threads, of all data servers of a process. Each stream has a window, but there may
 * be thousands of streams, and a disk may be slower than the network. Event loops cannot wait for room: the stream that finds none
 * fails, instead of the process. Thread-safe.
 */
final class IncomingMemory {
    private static final int PART_OF_DIRECT = 4;
    private static final IncomingMemory OF_PROCESS = new IncomingMemory(PlatformDependent.maxDirectMemory() / PART_OF_DIRECT);

    private final long limitBytes;
    private final AtomicLong waiting = new AtomicLong();

    IncomingMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** A quarter of the direct memory. Tasks stay below an eighth by their windows. */
    static IncomingMemory ofProcess() {
        return OF_PROCESS;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED}; nothing is taken then */
    void take(int bytes) {
        long taken = waiting.addAndGet(bytes);
        if (taken > limitBytes) {
            waiting.addAndGet(-bytes);
            throw new SssException(ErrorCode.OVERLOADED, "the data server has " + (limitBytes >> 20) + " MiB of tuples that wait for the"
                    + " disk, a quarter of its direct memory; try again later, write with fewer writers at once, or give the node a larger heap");
        }
    }

    /** Whether a good part of it waits. */
    boolean isCrowded() {
        return waiting.get() > limitBytes / 4;
    }

    void free(int bytes) {
        waiting.addAndGet(-bytes);
    }

    long limitBytes() {
        return limitBytes;
    }

    long waitingBytes() {
        return waiting.get();
    }
}
