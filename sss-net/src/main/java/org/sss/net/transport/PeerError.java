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
        String trace = error.remoteTrace() != null ? error.remoteTrace() : traceOf(error);
        return new PeerError(error.code(), String.valueOf(error.getMessage()), trace);
    }

    /** Without its trace, and of the message the begin only. */
    public static PeerError brief(SssException error) {
        return new PeerError(error.code(), truncate(String.valueOf(error.getMessage()), BRIEF_CHARS), "not sent: too much waits to be read");
    }

    /** The exception for the handler of the peer. */
    public SssException toException() {
        return new SssException(code, message, null, trace);
    }

    private static String traceOf(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String truncate(String text, int maxChars) {
        return text.length() <= maxChars ? text : text.substring(0, maxChars - 4) + " ...";
    }
}
