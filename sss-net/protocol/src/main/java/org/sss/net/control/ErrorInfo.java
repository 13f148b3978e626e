package org.sss.net.control;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Nullable;
import org.sss.net.transport.PeerError;

/** An error as it is stored and sent. Reading it needs no class of the side where it happened. */
public record ErrorInfo(
        ErrorCode code, String message, @Nullable String trace) {
    public static ErrorInfo of(SssException e) {
        return new ErrorInfo(e.code(), e.getMessage(), PeerError.traceOf(e));
    }

    public SssException toException() {
        return new SssException(code, message, null, trace);
    }
}
