package org.sss.net.transport;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Credit of the sending side of a stream. Not thread-safe: guarded by the stream's lock.
 */
final class SendWindow {
    private long creditBytes;

    SendWindow(int windowBytes) {
        this.creditBytes = windowBytes;
    }

    boolean isOpen() {
        return creditBytes > 0;
    }

    void sent(int bytes) {
        creditBytes -= bytes;
    }

    /** @throws SssException {@link ErrorCode#PROTOCOL} if it exceeds the credit that a stream can have */
    void granted(int bytes) {
        if (bytes < 0 || creditBytes + bytes > ReceiveWindow.MAX_BYTES) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "credit of " + bytes + " bytes on top of " + creditBytes + " is more than the limit of "
                            + ReceiveWindow.MAX_BYTES);
        }
        creditBytes += bytes;
    }

    @Override
    public String toString() {
        return creditBytes + " bytes";
    }
}
