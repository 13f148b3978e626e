package org.sss.dataserver;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsMemory;

/** The bytes of direct memory that a data server may fill with tuples, over all of its threads and groups. Thread-safe. */
final class MemoryBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final FreedMemory freed;

    MemoryBudget(long limitBytes, Executor later, Runnable giveBack) {
        this.limitBytes = limitBytes;
        freed = new FreedMemory(usedBytes::get, later, giveBack);
    }

    /** What was freed goes back to the operating system after a while, in {@code background}. */
    static MemoryBudget of(long limitBytes, Executor background) {
        return new MemoryBudget(limitBytes, FreedMemory.later(background), KvsMemory::giveBack);
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
        long now = usedBytes.addAndGet(bytes);
        if (now <= limitBytes) {
            freed.taken(now);
            return true;
        }
        usedBytes.addAndGet(-bytes);
        return false;
    }

    void give(long bytes) {
        usedBytes.addAndGet(-bytes);
        freed.given();
    }
}
