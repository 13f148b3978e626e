package org.sss.net.rpc;

import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Bounds the requests that a service holds in memory while they come in and wait for a thread. Thread-safe. */
final class RequestBudget {
    private final long maxBytes;
    private final AtomicLong heldBytes = new AtomicLong();

    RequestBudget(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} when that is too much; nothing is held then */
    void hold(int bytes, String verb) {
        long held = heldBytes.addAndGet(bytes);
        if (held > maxBytes) {
            heldBytes.addAndGet(-bytes);
            throw new SssException(ErrorCode.OVERLOADED, "call '" + verb + "' was refused: the requests under way have "
                    + held + " bytes and the limit is " + maxBytes + "; try again later");
        }
    }

    void free(int bytes) {
        heldBytes.addAndGet(-bytes);
    }

    long heldBytes() {
        return heldBytes.get();
    }
}
