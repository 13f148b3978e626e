package org.sss.server.shuffle.method;

import java.util.concurrent.atomic.AtomicLong;

/** Memory with a limit. Thread-safe. */
public final class TestMemory implements ShuffleMemory {
    private final long limitBytes;
    private final AtomicLong used = new AtomicLong();

    public TestMemory(long limitBytes) {
        this.limitBytes = limitBytes;
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

    public long used() {
        return used.get();
    }
}
