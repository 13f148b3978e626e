package org.sss.api;

import java.io.Serializable;

/**
 * What a task does when user code throws.
 *
 * @param skipped how many calls may fail in one task before the job does
 */
public record OnError(long skipped) implements Serializable {
    public OnError {
        if (skipped < 0) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "OnError: " + skipped + " failures cannot be skipped");
        }
    }

    /** The first failure ends the job. */
    public static OnError fail() {
        return new OnError(0);
    }

    /**
     * Up to {@code most} tuples (of a Map) or keys (of a Reduce or co-group) are left out in each task; the counter
     * {@code errors.skipped} tells how many. What the call emitted before it threw stays.
     */
    public static OnError skip(long most) {
        return new OnError(most);
    }
}
