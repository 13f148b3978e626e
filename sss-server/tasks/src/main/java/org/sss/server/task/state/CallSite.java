package org.sss.server.task.state;

/**
 * The position of the code of a task at one point in time. Immutable.
 *
 * @param place what the code was called for: a key, or {@code setup}, {@code close}, a tuple of a split
 * @param stack stack of the thread that runs the task, innermost frame first
 */
public record CallSite(String place, StackTraceElement[] stack) {
    /** Returns whether user code was running, not the engine before, after or on behalf of it. */
    public boolean isInUserCode() {
        return UserFrames.isAtTop(stack);
    }

    /** Returns a description such as {@code key <49> at Busy.loop(Busy.java:7)}. */
    public String text() {
        return place + frames();
    }

    String frames() {
        return UserFrames.ofUser(stack);
    }

    /** Returns the whole stack, formatted like that of an exception. */
    String trace() {
        return "where the code was:" + lines(stack);
    }

    /** Formats a stack like that of an exception. */
    static String lines(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : stack) {
            text.append("\n\tat ").append(frame);
        }
        return text.toString();
    }
}
