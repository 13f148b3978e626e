package org.sss.api;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * The one exception of SSS. Its message says what happened, to which group, subgroup, node or key, what was expected,
 * what was found, and what to do. It travels between nodes as code, message and text of the remote stack trace, so the
 * receiver needs none of the sender's classes.
 */
public final class SssException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_WRAPPERS = 20;

    private final ErrorCode code;
    private final String remoteTrace;

    /** One that happened here. */
    public SssException(ErrorCode code, String message) {
        this(code, message, null, null);
    }

    public SssException(ErrorCode code, String message, Throwable cause) {
        this(code, message, cause, null);
    }

    private SssException(ErrorCode code, String message, boolean traced) {
        super(message, null, true, traced);
        this.code = Objects.requireNonNull(code);
        this.remoteTrace = null;
    }

    /**
     * What is expected and no defect, such as the end of what nobody wants any more. It has no stack trace, which takes longer
     * to make than all the rest.
     */
    public static SssException withoutTrace(ErrorCode code, String message) {
        return new SssException(code, message, false);
    }

    /** @param remoteTrace stack trace text of the exception on the node where it happened, or null */
    public SssException(ErrorCode code, String message, Throwable cause, String remoteTrace) {
        super(message, cause);
        this.code = Objects.requireNonNull(code);
        this.remoteTrace = remoteTrace;
    }

    /** What went wrong; its {@link ErrorCode#kind()} tells whether trying again may help. Never null. */
    public ErrorCode code() {
        return code;
    }

    /** Stack trace text from the node where it happened, or null when it happened here. */
    public String remoteTrace() {
        return remoteTrace;
    }

    /** This exception if it is one already, else an {@link ErrorCode#INTERNAL} one around it. */
    public static SssException of(Throwable t, String doing) {
        Throwable cause = t;
        Throwable next = wrapped(cause);
        for (int depth = 0; next != null && depth < MAX_WRAPPERS; depth++) {
            cause = next;
            next = wrapped(cause);
        }
        if (cause instanceof SssException e) {
            return e;
        }
        return new SssException(ErrorCode.INTERNAL, doing + ": " + text(cause), cause);
    }

    /** What a future has wrapped, or null. Exceptions of users may fail when they are asked. */
    private static Throwable wrapped(Throwable t) {
        boolean isWrapper = t instanceof ExecutionException || t instanceof CompletionException;
        try {
            return isWrapper ? t.getCause() : null;
        } catch (Throwable e) {
            return null;
        }
    }

    private static String text(Throwable t) {
        try {
            return t.toString();
        } catch (Throwable e) {
            return t.getClass().getName() + " (its text failed with " + e.getClass().getName() + ")";
        }
    }
}
