package org.sss.dataserver;

import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class after which a buffer was collected that nobody had released. Needs paranoid leak detection. */
final class Leaks implements BeforeAllCallback, AfterAllCallback {
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        ByteBufUtil.setLeakListener((type, records) -> FOUND.add(type + " " + records));
        FOUND.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        collectGarbage();
        // A leak is reported when the next buffer is made.
        PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        Assertions.assertThat(FOUND).as("leaked buffers").isEmpty();
    }

    private static void collectGarbage() {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        await().until(() -> {
            System.gc();
            return garbage.get() == null;
        });
    }
}
