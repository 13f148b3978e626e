package org.sss.net.rpc;

import org.sss.api.SssException;
import org.sss.net.transport.Stream;

/**
 * The stream of a handler, whose first callbacks may come before {@code open} has returned the stream. Grants and
 * failures until then are deferred until it is attached. Thread-safe.
 */
final class StreamSlot {
    private Stream stream;
    private int earlyGrantBytes;
    private SssException earlyFailure;

    void attach(Stream opened) {
        int grantBytes;
        SssException failure;
        synchronized (this) {
            stream = opened;
            grantBytes = earlyGrantBytes;
            failure = earlyFailure;
        }
        if (failure != null) {
            opened.fail(failure);
        } else if (grantBytes > 0) {
            opened.grant(grantBytes);
        }
    }

    void grant(int bytes) {
        synchronized (this) {
            if (stream == null) {
                earlyGrantBytes += bytes;
                return;
            }
        }
        stream.grant(bytes);
    }

    void fail(SssException failure) {
        synchronized (this) {
            if (stream == null) {
                earlyFailure = failure;
                return;
            }
        }
        stream.fail(failure);
    }

    synchronized Stream stream() {
        return stream;
    }

    @Override
    public synchronized String toString() {
        return stream == null ? "a stream that is being opened" : stream.toString();
    }
}
