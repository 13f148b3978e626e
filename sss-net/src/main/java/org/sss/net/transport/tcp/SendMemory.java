package org.sss.net.transport.tcp;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of a transport hold for peers that have not read it yet. It does not refuse: while it is short, each
 * connection takes only little more, so that many slow readers hold little more than one. Thread-safe.
 */
final class SendMemory {
    private final long shortAboveBytes;
    private final AtomicLong heldBytes = new AtomicLong();

    SendMemory(long shortAboveBytes) {
        this.shortAboveBytes = shortAboveBytes;
    }

    /** An eighth of the direct memory that this JVM may have. */
    static SendMemory ofThisJvm() {
        return new SendMemory(PlatformDependent.maxDirectMemory() / 8);
    }

    void hold(int bytes) {
        heldBytes.addAndGet(bytes);
    }

    void free(int bytes) {
        heldBytes.addAndGet(-bytes);
    }

    long heldBytes() {
        return heldBytes.get();
    }

    boolean isShort() {
        return heldBytes.get() > shortAboveBytes;
    }
}
