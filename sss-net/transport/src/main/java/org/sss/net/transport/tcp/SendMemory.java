package org.sss.net.transport.tcp;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that all connections of a transport have queued for peers. It rejects nothing: while it is short, each
 * connection queues only little more, so that many slow readers together use little more than one. Thread-safe.
 */
final class SendMemory {
    private final long shortAboveBytes;
    private final AtomicLong queuedBytes = new AtomicLong();

    SendMemory(long shortAboveBytes) {
        this.shortAboveBytes = shortAboveBytes;
    }

    /** The threshold is an eighth of the maximum direct memory of this JVM. */
    static SendMemory ofThisJvm() {
        return new SendMemory(PlatformDependent.maxDirectMemory() / 8);
    }

    void add(int bytes) {
        queuedBytes.addAndGet(bytes);
    }

    void free(int bytes) {
        queuedBytes.addAndGet(-bytes);
    }

    long queuedBytes() {
        return queuedBytes.get();
    }

    boolean isShort() {
        return queuedBytes.get() > shortAboveBytes;
    }
}
