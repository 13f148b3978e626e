package org.sss.net.transport;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Credit of the receiving side of a stream. Grants are collected and announced to the peer only when it has used half
 * of its window, so that not every frame costs a credit message; a peer with less than half of the window left always
 * knows its full credit. Not thread-safe: guarded by the stream's lock.
 */
final class ReceiveWindow {
    /** More credit than this is never outstanding. */
    static final int MAX_BYTES = 1 << 30;

    private final int lowBytes;
    private long announcedBytes;
    private long collectedBytes;

    ReceiveWindow(int windowBytes) {
        this.announcedBytes = windowBytes;
        this.lowBytes = windowBytes / 2;
    }

    /**
     * Records a frame of the peer.
     *
     * @return bytes of credit to announce to the peer now
     * @throws SssException {@link ErrorCode#PROTOCOL} if the peer had no credit
     */
    int received(int bytes) {
        if (announcedBytes <= 0) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "a frame of " + bytes + " bytes was sent without credit (" + -announcedBytes
                            + " bytes beyond the window already)");
        }
        announcedBytes -= bytes;
        return announce();
    }

    /** Grants the peer more credit; returns the bytes of credit to announce to it now. */
    int granted(int bytes) {
        if (bytes < 0 || announcedBytes + collectedBytes + bytes > MAX_BYTES) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot grant " + bytes + " bytes: " + announcedBytes + " are outstanding and the limit is "
                            + MAX_BYTES + "; grant what was consumed, once");
        }
        collectedBytes += bytes;
        return announce();
    }

    private int announce() {
        if (announcedBytes > lowBytes) {
            return 0;
        }
        int bytes = (int) collectedBytes;
        announcedBytes += bytes;
        collectedBytes = 0;
        return bytes;
    }
}
