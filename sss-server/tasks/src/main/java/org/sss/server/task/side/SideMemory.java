package org.sss.server.task.side;

import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The memory of a node for whole side groups. Thread-safe. */
public final class SideMemory {
    private static final int MIB = 1 << 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LOOK_MILLIS = 10;

    private final long maxBytes;
    /** Guarded by this. */
    private long usedBytes;

    private volatile Runnable letGo = () -> {};

    public SideMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Sets a callback that releases unused side groups. It is called when there is no room, by threads without locks.
     */
    public void whenShort(Runnable of) {
        letGo = of;
    }

    /**
     * Called without locks before {@link #take}. Waits at most a second: a loop with short iterations can be ahead of
     * the notification that groups of earlier iterations were dropped.
     */
    void makeRoom(long bytes) {
        long startNanos = System.nanoTime();
        while (!hasRoom(bytes)) {
            letGo.run();
            if (hasRoom(bytes) || bytes > maxBytes || System.nanoTime() - startNanos > PATIENCE_NANOS || !rest()) {
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
     * @param what   what uses the memory, for the message
     * @param remedy an alternative, as the start of a sentence
     * @throws SssException {@link ErrorCode#TOO_LARGE} if there is no room
     */
    synchronized void take(long bytes, String what, String remedy) {
        if (!hasRoom(bytes)) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    what + " would take about " + mib(bytes) + " MiB of this node's memory;"
                            + " of the " + mib(maxBytes) + " MiB for side groups (a quarter of the heap) "
                            + mib(maxBytes - usedBytes)
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
