package org.sss.server.coordinator.state;

import java.util.function.LongConsumer;

/** Counts from 1 and never returns a number twice, not even after a crash. One thread at a time. */
final class Counter {
    /** The maximum of numbers that are lost at a restart. */
    static final long STEP = 1000;

    private final LongConsumer reservation;
    private long next = 1;
    private long reserved = 1;

    /** @param reservation records durably that numbers below its argument may have been used */
    Counter(LongConsumer reservation) {
        this.reservation = reservation;
    }

    /** Called after a restart: continues with the first number that cannot have been used. */
    void restore(long newReserved) {
        next = Math.max(next, newReserved);
        reserved = Math.max(reserved, newReserved);
    }

    long take() {
        if (next == reserved) {
            reservation.accept(reserved + STEP);
            reserved += STEP;
        }
        return next++;
    }

    /** Skips the numbers up to {@code used}, which were used with another journal. */
    void raiseAbove(long used) {
        if (used >= reserved) {
            reservation.accept(used + 1 + STEP);
            reserved = used + 1 + STEP;
        }
        next = Math.max(next, used + 1);
    }

    long reserved() {
        return reserved;
    }
}
