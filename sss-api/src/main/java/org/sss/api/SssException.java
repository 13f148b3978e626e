package org.sss.api;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * The exception of SSS. Its message states what happened, to which group, subgroup, node or key, what was expected,
 * what was found, and what to do. It is sent between nodes as code, message and text of the stack trace, so the
 * receiver needs none of the sender's classes.
 */
public final class SssException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_WRAPPERS = 20;

    private final ErrorCode code;
    private final String remoteTrace;

    /** Creates an exception of this process. */
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
     * Creates an exception for an expected event, such as a cancellation. It has no stack trace, which would be the
     * most expensive part.
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

    /** Returns the kind of error; its {@link ErrorCode#kind()} states whether a retry may help. Never null. */
    public ErrorCode code() {
        return code;
    }

    /** Returns the stack trace text from the node where the error happened, or null if it happened in this process. */
    public String remoteTrace() {
        return remoteTrace;
    }

    /** Returns {@code t} if it is an SssException, or else an {@link ErrorCode#INTERNAL} one that wraps it. */
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

    /** Returns the cause of an exception of a future, or null. Methods of users' exceptions may throw. */
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
            return t.getClass().getName() + " (its toString() failed with "
                    + e.getClass().getName() + ")";
        }
    }
}
