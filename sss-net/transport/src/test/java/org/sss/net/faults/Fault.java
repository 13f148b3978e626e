package org.sss.net.faults;

import java.util.concurrent.TimeUnit;

/**
 * What one direction of a link does with what is sent.
 *
 * @param delayMillis of each frame, of {@link Kind#DELAY}
 */
public record Fault(Kind kind, long delayMillis) {
    /** The kinds of faults. */
    public enum Kind {
        PASS,
        /** Everything arrives, later. */
        DELAY,
        /** Nothing arrives until the fault ends, then everything. */
        HOLD,
        /** Nothing arrives: connections are lost after {@link LinkMatrix#silence}, or when the fault ends. */
        BLACK_HOLE,
        /** Connections are lost at once, and new ones are refused. */
        REFUSE
    }

    public static final Fault PASS = new Fault(Kind.PASS, 0);
    public static final Fault HOLD = new Fault(Kind.HOLD, 0);
    public static final Fault BLACK_HOLE = new Fault(Kind.BLACK_HOLE, 0);
    public static final Fault REFUSE = new Fault(Kind.REFUSE, 0);

    public static Fault delay(long millis) {
        return new Fault(Kind.DELAY, millis);
    }

    boolean passes() {
        return kind == Kind.PASS || kind == Kind.DELAY;
    }

    long delayNanos() {
        return TimeUnit.MILLISECONDS.toNanos(delayMillis);
    }

    @Override
    public String toString() {
        return kind == Kind.DELAY ? kind + " " + delayMillis + " ms" : kind.toString();
    }
}
