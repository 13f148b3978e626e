package org.sss.server.shuffle.method;

import java.util.concurrent.atomic.AtomicLong;

/** Memory with a limit. Thread-safe. */
public final class TestMemory implements ShuffleMemory {
    private final long limitBytes;
    private final long freeBytes;
    private final AtomicLong used = new AtomicLong();

    public TestMemory(long limitBytes) {
        this(limitBytes, Long.MAX_VALUE);
    }

    /** @param freeBytes what a node says that it can store */
    public TestMemory(long limitBytes, long freeBytes) {
        this.limitBytes = limitBytes;
        this.freeBytes = freeBytes;
    }

    @Override
    public boolean take(long bytes) {
        if (used.addAndGet(bytes) > limitBytes) {
            used.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    @Override
    public void give(long bytes) {
        used.addAndGet(-bytes);
    }

    @Override
    public long freeBytes(long takenBytes) {
        return freeBytes;
    }

    public long used() {
        return used.get();
    }
}
