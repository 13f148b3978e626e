package org.sss.server.task.side;

import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The memory that a node has for side groups which are held whole. Thread-safe. */
public final class SideMemory {
    private static final int MIB = 1 << 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LOOK_MILLIS = 10;

    private final long maxBytes;
    /** Guarded by this. */
    private long usedBytes;
    private volatile Runnable letGo = () -> { };

    public SideMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Has this called, by threads that hold no lock, when there is no room: it lets go of what nobody uses now. */
    public void whenShort(Runnable of) {
        letGo = of;
    }

    /**
     * To be called without locks before {@link #take}. Waits a second at most: a loop with quick iterations is ahead of the node's hearing that
     * the groups of those before were dropped.
     */
    void makeRoom(long bytes) {
        long beganNanos = System.nanoTime();
        while (!hasRoom(bytes)) {
            letGo.run();
            if (hasRoom(bytes) || bytes > maxBytes || System.nanoTime() - beganNanos > PATIENCE_NANOS || !rest()) {
                return;
            }
        }
    }

    private static boolean rest() {
        try {
            Thread.sleep(LOOK_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized boolean hasRoom(long bytes) {
        return bytes <= maxBytes - usedBytes;
    }

    /**
     * @param what   takes them, in words
     * @param remedy what else can be done, as the beginning of a sentence
     * @throws SssException {@link ErrorCode#TOO_LARGE} when there is no room
     */
    synchronized void take(long bytes, String what, String remedy) {
        if (!hasRoom(bytes)) {
            throw new SssException(ErrorCode.TOO_LARGE, what + " would take about " + mib(bytes) + " MiB of this node's memory;"
                    + " of the " + mib(maxBytes) + " MiB for side groups (a quarter of the heap) " + mib(maxBytes - usedBytes)
                    + " MiB are free. " + remedy + ", or start the node with a larger -Xmx");
        }
        usedBytes += bytes;
    }

    synchronized void giveBack(long bytes) {
        usedBytes -= bytes;
    }

    private static long mib(long bytes) {
        return (bytes + MIB - 1) / MIB;
    }
}
