package org.sss.server.code;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import org.sss.api.SssException;
import org.sss.net.transport.OutOfMemory;

/**
 * Reads exceptions of user code. Their methods may be user code and throw too; a placeholder then replaces the result,
 * so that the original failure is reported. Stateless.
 */
public final class Thrown {
    private static final int MAX_CAUSES = 20;
    private static final StackTraceElement[] NO_FRAMES = {};

    private Thrown() {}

    /** Returns its class and message; for an SssException only the message. */
    public static String text(Throwable t) {
        try {
            String text = t instanceof SssException ? t.getMessage() : t.toString();
            return text != null ? text : t.getClass().getName() + " (without a text)";
        } catch (Throwable e) {
            return t.getClass().getName() + " (its toString() failed with "
                    + e.getClass().getName() + ")";
        }
    }

    /** Null if there is none. */
    public static String message(Throwable t) {
        try {
            return t.getMessage();
        } catch (Throwable e) {
            return null;
        }
    }

    /** Null if there is none. Takes no memory. */
    public static Throwable cause(Throwable t) {
        try {
            return t.getCause();
        } catch (Throwable e) {
            return null;
        }
    }

    /** Returns the innermost cause, or {@code t}; for a cyclic chain, one of its causes. Allocates no memory. */
    public static Throwable root(Throwable t) {
        Throwable root = t;
        Throwable next = cause(t);
        for (int depth = 0; next != null && depth < MAX_CAUSES; depth++) {
            root = next;
            next = cause(root);
        }
        return root;
    }

    /**
     * Returns the outermost SssException among {@code t} and its causes, even if user code has wrapped it; null if
     * there is none.
     */
    public static SssException ofSss(Throwable t) {
        Throwable within = t;
        for (int depth = 0; within != null && depth <= MAX_CAUSES; depth++) {
            if (within instanceof SssException e) {
                return e;
            }
            within = cause(within);
        }
        return null;
    }

    /**
     * Returns the stack trace, innermost frame first; empty if it is unavailable.
     *
     * @throws OutOfMemoryError if there is no memory for it now
     */
    public static StackTraceElement[] frames(Throwable t) {
        try {
            StackTraceElement[] frames = t.getStackTrace();
            for (StackTraceElement frame : frames) {
                Objects.requireNonNull(frame);
            }
            return frames;
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            return NO_FRAMES;
        }
    }

    /** Returns the stack trace as Java prints it, as far as possible. */
    public static String trace(Throwable t) {
        StringWriter text = new StringWriter();
        try {
            t.printStackTrace(new PrintWriter(text));
        } catch (Throwable e) {
            text.append(text.getBuffer().isEmpty() ? t.getClass().getName() : "")
                    .append("... (the rest of the trace failed with ")
                    .append(e.getClass().getName())
                    .append(')');
        }
        return text.toString();
    }

    /**
     * Returns whether no further thread could be started. Java uses the same error for that and for an exhausted heap,
     * but more heap would make it worse.
     */
    public static boolean isLackOfThreads(Throwable t) {
        return OutOfMemory.isOfThreads(t);
    }
}
