package org.sss.dataserver;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The bytes of direct memory that a data server may fill with tuples, over all of its threads and groups. Thread-safe. */
final class MemoryBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();

    MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM may not have so much and some for the network */
    static void checkPossible(long bytes) {
        long possible = PlatformDependent.maxDirectMemory() / 4 * 3;
        if (bytes > possible) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "memory for tuples (data.memory) is " + bytes
                    + " bytes, at most " + possible + " are possible: three quarters of the direct memory of this JVM. Give it a"
                    + " larger heap, or -XX:MaxDirectMemorySize");
        }
    }

    long limitBytes() {
        return limitBytes;
    }

    long usedBytes() {
        return usedBytes.get();
    }

    /** Takes {@code bytes} if so many are free. */
    boolean take(long bytes) {
        if (usedBytes.addAndGet(bytes) <= limitBytes) {
            return true;
        }
        usedBytes.addAndGet(-bytes);
        return false;
    }

    void give(long bytes) {
        usedBytes.addAndGet(-bytes);
    }
}
