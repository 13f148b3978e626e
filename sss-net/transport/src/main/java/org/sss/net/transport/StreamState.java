package org.sss.net.transport;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * State of one end of a stream. Not thread-safe: guarded by the stream's lock.
 *
 * <pre>
 *   open --sendEnd--> half --receiveEnd--> over
 *   open --receiveEnd--> half --sendEnd--> over
 *   open, half --fail--> over, with an error
 * </pre>
 */
final class StreamState {
    private final String name;
    private boolean sentEnd;
    private boolean gotEnd;
    private SssException error;

    StreamState(String name) {
        this.name = name;
    }

    boolean isOver() {
        return error != null || (sentEnd && gotEnd);
    }

    boolean gotEnd() {
        return gotEnd;
    }

    void sendEnd() {
        checkMaySend();
        sentEnd = true;
    }

    void receiveEnd() {
        checkMayReceive();
        gotEnd = true;
    }

    void fail(SssException failure) {
        error = failure;
    }

    /** @throws SssException the error of the stream, with this call's stack trace */
    void checkMaySend() {
        if (error != null) {
            throw new SssException(error.code(), error.getMessage(), error, error.remoteTrace());
        }
        if (sentEnd) {
            throw new SssException(ErrorCode.CLOSED, name + " was ended by this side: nothing may be sent after end");
        }
    }

    void checkMayReceive() {
        if (gotEnd) {
            throw new SssException(ErrorCode.PROTOCOL, "a frame came after the end of " + name);
        }
    }
}
