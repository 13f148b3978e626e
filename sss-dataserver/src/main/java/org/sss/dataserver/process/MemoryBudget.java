package org.sss.dataserver.process;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.process.NativeMemory;

/**
 * The bytes of direct memory that data servers may fill with tuples, over all of their threads and groups: a data server has one
 * of its own, or several of one process share it, so that what one of them does not need is of use to others. Thread-safe.
 */
public final class MemoryBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong keptBytes = new AtomicLong();
    private final MallocTrimmer freed;

    public MemoryBudget(long limitBytes, Executor later, Runnable giveBack) {
        this.limitBytes = limitBytes;
        freed = new MallocTrimmer(usedBytes::get, later, giveBack);
    }

    /**
     * One for several data servers of this process.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM may not have so much and some for the network
     */
    public static MemoryBudget shared(long limitBytes) {
        checkPossible(limitBytes);
        return of(limitBytes, ForkJoinPool.commonPool());
    }

    /** What was freed goes back to the operating system after a while, in {@code background}. */
    public static MemoryBudget of(long limitBytes, Executor background) {
        return new MemoryBudget(limitBytes, MallocTrimmer.later(background), NativeMemory::giveBack);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM may not have so much and some for the network */
    public static void checkPossible(long bytes) {
        long possible = PlatformDependent.maxDirectMemory() / 4 * 3;
        if (bytes > possible) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "memory for tuples (data.memory) is " + bytes
                    + " bytes, at most " + possible + " are possible: three quarters of the direct memory of this JVM. Give it a"
                    + " larger heap, or -XX:MaxDirectMemorySize");
        }
    }

    public long limitBytes() {
        return limitBytes;
    }

    public long usedBytes() {
        return usedBytes.get();
    }

    /** Takes {@code bytes} if so many are free. */
    public boolean take(long bytes) {
        long now = usedBytes.addAndGet(bytes);
        if (now <= limitBytes) {
            freed.taken(now);
            return true;
        }
        usedBytes.addAndGet(-bytes);
        return false;
    }

    /**
     * Whether {@code bytes}, which are taken already, may stay so behind their commit: a quarter is left to what is not committed
     * yet.
     */
    public boolean reserve(long bytes) {
        if (keptBytes.addAndGet(bytes) <= limitBytes / 4 * 3) {
            return true;
        }
        keptBytes.addAndGet(-bytes);
        return false;
    }

    /** Gives back what of a reservation is not needed; less than nothing takes more. */
    public void unreserve(long bytes) {
        keptBytes.addAndGet(-bytes);
    }

    public void give(long bytes) {
        usedBytes.addAndGet(-bytes);
        freed.given();
    }
}
