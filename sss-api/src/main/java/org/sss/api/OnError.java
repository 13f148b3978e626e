package org.sss.api;

import java.io.Serializable;

/**
 * What a task does if user code throws.
 *
 * @param skipped how many calls may fail in one task before the job fails
 */
public record OnError(long skipped) implements Serializable {
    public OnError {
        if (skipped < 0) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "OnError: " + skipped + " failures cannot be skipped");
        }
    }

    /** The first failure fails the job. */
    public static OnError fail() {
        return new OnError(0);
    }

    /**
     * Skips up to {@code max} tuples (of a Map) or keys (of a Reduce or co-group) in each task; the counter
     * {@code errors.skipped} has their number. Tuples that the call emitted before it threw remain.
     */
    public static OnError skip(long max) {
        return new OnError(max);
    }
}
