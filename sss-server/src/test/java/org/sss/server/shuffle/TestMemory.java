package org.sss.server.shuffle;

import java.util.concurrent.atomic.AtomicLong;

/** Memory with a limit. Thread-safe. */
final class TestMemory implements ShuffleMemory {
    private final long limitBytes;
    private final AtomicLong used = new AtomicLong();

    TestMemory(long limitBytes) {
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

    long used() {
        return used.get();
    }
}
