package org.sss.net.transport;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * An error as it is sent to a peer: code, message, stack trace text. Immutable.
 *
 * @param message at most {@link #MAX_MESSAGE_CHARS}
 * @param trace of the node where it happened, at most {@link #MAX_TRACE_CHARS}
 */
public record PeerError(ErrorCode code, String message, String trace) {
    public static final int MAX_MESSAGE_CHARS = 5 << 10;
    public static final int MAX_TRACE_CHARS = 10 << 10;

    private static final int BRIEF_CHARS = 200;

    public PeerError {
        message = truncate(message, MAX_MESSAGE_CHARS);
        trace = truncate(trace, MAX_TRACE_CHARS);
    }

    public static PeerError of(SssException error) {
        return new PeerError(error.code(), String.valueOf(error.getMessage()), traceOf(error));
    }

    /** Without the trace, and with the start of the message only. */
    public static PeerError brief(SssException error) {
        return new PeerError(
                error.code(),
                truncate(String.valueOf(error.getMessage()), BRIEF_CHARS),
                "not sent: too many bytes wait for the peer");
    }

    /** Returns the exception for the peer's handler. */
    public SssException toException() {
        return new SssException(code, message, null, trace);
    }

    /**
     * Returns the trace of the node where it happened. Causes of a local error may be user exceptions, which can throw
     * themselves.
     */
    public static String traceOf(SssException error) {
        if (error.remoteTrace() != null) {
            return error.remoteTrace();
        }
        StringWriter text = new StringWriter();
        try {
            error.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException | Error e) {
            text.append("... (the rest of the trace failed with ")
                    .append(e.getClass().getName())
                    .append(')');
        }
        return text.toString();
    }

    private static String truncate(String text, int maxChars) {
        return text.length() <= maxChars ? text : text.substring(0, maxChars - 4) + " ...";
    }
}
