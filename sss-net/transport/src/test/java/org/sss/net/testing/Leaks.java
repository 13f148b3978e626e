package org.sss.net.testing;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which a buffer was garbage-collected without a release. Active for every test class of every
 * module with the test classes of this one on its class path: JUnit discovers it. Thread-safe.
 */
public final class Leaks implements BeforeAllCallback, AfterAllCallback {
    private static final int GARBAGE_PATIENCE_MILLIS = 10_000;
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        watch();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Assertions.assertThat(found())
                .as("buffers leaked by " + context.getDisplayName() + " or what ran before it")
                .isEmpty();
    }

    /** Tracks every buffer from now on, and stores leaks for {@link #found}. */
    static void watch() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ByteBufUtil.setLeakListener((type, records) -> FOUND.add(type + " " + records));
    }

    /** Returns the buffers that leaked since the last call, each with its recorded accesses. */
    static List<String> found() {
        // The references that one collection cleared are queued in any order, but before those of the next one.
        collectGarbage();
        collectGarbage();
        // A leak is reported when the next buffer is allocated.
        PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        List<String> found = new ArrayList<>();
        for (String leak = FOUND.poll(); leak != null; leak = FOUND.poll()) {
            found.add(leak);
        }
        return found;
    }

    /** Returns when a reference that this collection cleared has been queued; others may still be on their way. */
    private static void collectGarbage() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> garbage = new WeakReference<>(new Object(), queue);
        try {
            System.gc();
            Assertions.assertThat(queue.remove(GARBAGE_PATIENCE_MILLIS))
                    .as("garbage")
                    .isSameAs(garbage);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while garbage was collected", e);
        }
    }
}
