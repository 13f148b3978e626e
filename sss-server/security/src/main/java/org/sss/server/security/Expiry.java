package org.sss.server.security;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When something ends to be valid, and when its owner hears of that. Stateless. */
public final class Expiry {
    /** How long before its end a warning is logged and shown. */
    public static final Duration WARNING = Duration.ofDays(30);

    private Expiry() {}

    /** Returns whether it ends within {@link #WARNING}, or has ended. */
    public static boolean isSoon(Instant end, Instant now) {
        return end.isBefore(now.plus(WARNING));
    }

    /** Returns {@code expires at ...} or {@code has expired at ...}, in UTC. */
    public static String text(Instant end, Instant now) {
        return (end.isAfter(now) ? "expires at " : "has expired at ") + end.truncatedTo(ChronoUnit.MINUTES);
    }
}
