package org.sss.server.coordinator.state;

import java.util.function.LongConsumer;

/** Numbers from 1 that are never given twice, not even after a crash. One thread at a time. */
final class Counter {
    /** Numbers lost at a restart, at most. */
    static final long STEP = 1000;

    private final LongConsumer reservation;
    private long next = 1;
    private long reserved = 1;

    /** @param reservation writes down durably that numbers below its argument may have been given */
    Counter(LongConsumer reservation) {
        this.reservation = reservation;
    }

    /** After a restart: goes on where no number can have been given yet. */
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

    /** The numbers up to {@code used} were given by another journal than this one. */
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
