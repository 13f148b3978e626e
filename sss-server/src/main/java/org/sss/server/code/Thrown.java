package org.sss.server.code;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import org.sss.api.SssException;
import org.sss.net.transport.OutOfMemory;

/**
 * What an exception of user code tells of itself. All that it is asked may be code of the user too and fail; then a word of ours stands
 * for the answer, so that the failure is told as the one that it was. Stateless.
 */
public final class Thrown {
    private static final int MAX_CAUSES = 20;
    private static final StackTraceElement[] NO_FRAMES = {};

    private Thrown() {
    }

    /** Its class and message, or of an exception of SSS the message alone. */
    public static String text(Throwable t) {
        try {
            String text = t instanceof SssException ? t.getMessage() : t.toString();
            return text != null ? text : t.getClass().getName() + " (without a text)";
        } catch (Throwable e) {
            return t.getClass().getName() + " (its text failed with " + e.getClass().getName() + ")";
        }
    }

    /** Null where there is none. */
    public static String message(Throwable t) {
        try {
            return t.getMessage();
        } catch (Throwable e) {
            return null;
        }
    }

    /** Null where there is none. Takes no memory. */
    public static Throwable cause(Throwable t) {
        try {
            return t.getCause();
        } catch (Throwable e) {
            return null;
        }
    }

    /** The innermost cause, or {@code t}; of a chain of causes that does not end, one of them. Takes no memory. */
    public static Throwable root(Throwable t) {
        Throwable root = t;
        Throwable next = cause(t);
        for (int depth = 0; next != null && depth < MAX_CAUSES; depth++) {
            root = next;
            next = cause(root);
        }
        return root;
    }

    /** The outermost exception of SSS among it and its causes, whatever user code has wrapped it in; null where there is none. */
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

    /** The innermost one first; none when some are missing. @throws OutOfMemoryError when there is no memory for them now */
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

    /** As Java prints it, as far as that goes. */
    public static String trace(Throwable t) {
        StringWriter text = new StringWriter();
        try {
            t.printStackTrace(new PrintWriter(text));
        } catch (Throwable e) {
            text.append(text.getBuffer().isEmpty() ? t.getClass().getName() : "")
                    .append("... (the rest of the trace failed with ").append(e.getClass().getName()).append(')');
        }
        return text.toString();
    }

    /** Whether no further thread could be started. Java has one error for that and for a heap that is used up, and more heap makes it worse. */
    public static boolean isLackOfThreads(Throwable t) {
        return OutOfMemory.isOfThreads(t);
    }
}
