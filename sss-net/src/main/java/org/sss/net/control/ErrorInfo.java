package org.sss.net.control;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Nullable;

/** An error as it is kept and sent: no class of the side where it happened is needed to read it. */
public record ErrorInfo(ErrorCode code, String message, @Nullable String trace) {
    public static ErrorInfo of(SssException e) {
        String trace = e.remoteTrace();
        if (trace == null) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            trace = text.toString();
        }
        return new ErrorInfo(e.code(), e.getMessage(), trace);
    }

    public SssException toException() {
        return new SssException(code, message, null, trace);
    }
}
