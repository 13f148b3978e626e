package org.sss.net.rpc;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What one request holds of the memory for requests. Its first bytes are of another budget than the rest, so that whoever
 * fills the memory with large requests does not keep out the many small ones. Thread-safe.
 */
public final class RequestMemory {
    /** Of almost all requests there is no more. */
    static final int SMALL_BYTES = 16 << 10;

    private final RequestBudget small;
    private final RequestBudget large;
    private final String verb;
    private int smallBytes;
    private int largeBytes;

    RequestMemory(RequestBudget small, RequestBudget large, String verb) {
        this.small = small;
        this.large = large;
        this.verb = verb;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} when that is too much; what was held before is held on */
    public synchronized void hold(int bytes) {
        if (smallBytes + largeBytes + bytes <= SMALL_BYTES) {
            small.hold(bytes, verb);
            smallBytes += bytes;
        } else {
            large.hold(bytes, verb);
            largeBytes += bytes;
        }
    }

    /** Frees all of it. Idempotent. */
    public synchronized void free() {
        small.free(smallBytes);
        large.free(largeBytes);
        smallBytes = 0;
        largeBytes = 0;
    }
}
