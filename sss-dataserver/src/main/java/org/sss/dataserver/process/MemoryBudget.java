package org.sss.dataserver.process;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.process.NativeMemory;

/**
 * The bytes of direct memory that data servers may fill with tuples, over all of their threads and groups. A data
 * server has a budget of its own, or several of one process share one, so that one can use what another does not need.
 * Thread-safe.
 */
public final class MemoryBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong reservedBytes = new AtomicLong();
    private final MallocTrimmer freed;

    public MemoryBudget(long limitBytes, Executor later, Runnable giveBack) {
        this.limitBytes = limitBytes;
        freed = new MallocTrimmer(usedBytes::get, later, giveBack);
    }

    /**
     * Makes a budget that several data servers of this process share.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM has less direct memory than that and some
     *     for the network
     */
    public static MemoryBudget shared(long limitBytes) {
        checkPossible(limitBytes);
        return of(limitBytes, ForkJoinPool.commonPool());
    }

    /** Freed memory returns to the operating system after a delay, in {@code background}. */
    public static MemoryBudget of(long limitBytes, Executor background) {
        return new MemoryBudget(limitBytes, MallocTrimmer.later(background), NativeMemory::giveBack);
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when this JVM has less direct memory than that and some
     * for the network
     */
    public static void checkPossible(long bytes) {
        long possible = PlatformDependent.maxDirectMemory() / 4 * 3;
        if (bytes > possible) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "memory for tuples (data.memory) is " + bytes
                            + " bytes, the maximum is " + possible
                            + ": three quarters of the direct memory of this JVM. Give it a"
                            + " larger heap, or -XX:MaxDirectMemorySize");
        }
    }

    public long limitBytes() {
        return limitBytes;
    }

    public long usedBytes() {
        return usedBytes.get();
    }

    /** Takes {@code bytes} if they are free, else returns false. */
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
     * Returns true if {@code bytes}, which are taken already, may stay in memory after their commit: a quarter of the
     * budget is left for uncommitted tuples.
     */
    public boolean reserve(long bytes) {
        if (reservedBytes.addAndGet(bytes) <= maxReservedBytes()) {
            return true;
        }
        reservedBytes.addAndGet(-bytes);
        return false;
    }

    private long maxReservedBytes() {
        return limitBytes / 4 * 3;
    }

    /**
     * Returns how much more may be filled and then stay in memory after its commit.
     *
     * @param takenBytes of the caller that it will give back before
     */
    public long freeBytes(long takenBytes) {
        long untaken = limitBytes - usedBytes.get() + takenBytes;
        return Math.max(0, Math.min(untaken, maxReservedBytes() - reservedBytes.get()));
    }

    /** Returns the unused bytes of a reservation; a negative number reserves more. */
    public void unreserve(long bytes) {
        reservedBytes.addAndGet(-bytes);
    }

    /** Returns what is in use, for messages. */
    @Override
    public String toString() {
        return usedBytes.get() + " of " + limitBytes + " bytes of data.memory are in use, and " + reservedBytes.get()
                + " of at most " + maxReservedBytes() + " by tuples that were committed";
    }

    public void give(long bytes) {
        usedBytes.addAndGet(-bytes);
        freed.given();
    }
}
