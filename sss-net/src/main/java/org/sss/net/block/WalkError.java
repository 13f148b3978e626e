package org.sss.net.block;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The error that ended a walk over tuples, which every later call throws again: what cursors have next is not what comes next, and
 * an end that they come to is none. One thread at a time.
 */
public final class WalkError {
    private RuntimeException first;

    /** @throws RuntimeException that was kept */
    public void check() {
        if (first != null) {
            throw first;
        }
    }

    /** The first one is kept. */
    public void keep(Throwable t) {
        if (first == null) {
            first = t instanceof RuntimeException e ? e
                    : new SssException(ErrorCode.INTERNAL, "tuples cannot be read any further after " + t, t);
        }
    }
}
