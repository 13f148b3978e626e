package org.sss.server.task.state;

/**
 * Where the code of a task was when somebody looked. Immutable.
 *
 * @param place what it was called for: a key, or {@code setup}, {@code close}, a tuple of a split
 * @param stack of the thread that runs the task, the innermost frame first
 */
public record CallSite(String place, StackTraceElement[] stack) {
    /** Whether user code was running, and not the engine before, after or on behalf of it. */
    public boolean isInUserCode() {
        return UserFrames.isAtTop(stack);
    }

    /** For people: {@code key <49> at Busy.loop(Busy.java:7)}. */
    public String text() {
        return place + frames();
    }

    String frames() {
        return UserFrames.ofUser(stack);
    }

    /** The whole stack, as that of an exception. */
    String trace() {
        return "where the code was:" + lines(stack);
    }

    /** A stack as exceptions print it. */
    static String lines(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : stack) {
            text.append("\n\tat ").append(frame);
        }
        return text.toString();
    }
}
