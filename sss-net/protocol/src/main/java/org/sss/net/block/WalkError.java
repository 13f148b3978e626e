package org.sss.net.block;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The error that ended an iteration over tuples; every later call throws it again, since the state of the cursors is
 * undefined and their end would not be the end of the data. One thread at a time.
 */
public final class WalkError {
    private RuntimeException first;

    /** @throws RuntimeException the recorded error */
    public void check() {
        if (first != null) {
            throw first;
        }
    }

    /** Records the first error. */
    public void record(Throwable t) {
        if (first == null) {
            first = t instanceof RuntimeException e
                    ? e
                    : new SssException(ErrorCode.INTERNAL, "tuples cannot be read any further after " + t, t);
        }
    }
}
