package org.sss.net.transport;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * An error as it travels to a peer: code, message, stack trace text. Immutable.
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

    /** Without its trace, and of the message the begin only. */
    public static PeerError brief(SssException error) {
        return new PeerError(error.code(), truncate(String.valueOf(error.getMessage()), BRIEF_CHARS), "not sent: too much waits to be read");
    }

    /** The exception for the handler of the peer. */
    public SssException toException() {
        return new SssException(code, message, null, trace);
    }

    /** That of the node where it happened; the causes of one that happened here may be of user code and fail when they are asked. */
    public static String traceOf(SssException error) {
        if (error.remoteTrace() != null) {
            return error.remoteTrace();
        }
        StringWriter text = new StringWriter();
        try {
            error.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException | Error e) {
            text.append("... (the rest of the trace failed with ").append(e.getClass().getName()).append(')');
        }
        return text.toString();
    }

    private static String truncate(String text, int maxChars) {
        return text.length() <= maxChars ? text : text.substring(0, maxChars - 4) + " ...";
    }
}
