package org.sss.net.transport.ucx;

import java.util.ArrayDeque;
import java.util.Queue;
import org.sss.net.transport.ring.RingWord;

/** What is to be put into the memory of the peer. As slots and words of a ring are few, so are entries. Thread-safe. */
final class Outbox {
    private static final RingWord[] WORDS = RingWord.values();

    private final Queue<Slot> slots = new ArrayDeque<>();
    private final long[] values = new long[WORDS.length];
    private final boolean[] changed = new boolean[WORDS.length];

    /**
     * A slot that is filled.
     *
     * @param tail how many slots are filled with it
     */
    record Slot(int index, int bytes, long tail) {}

    synchronized void add(Slot slot) {
        slots.add(slot);
    }

    /** Replaces a value that was not taken. */
    synchronized void set(RingWord word, long value) {
        values[word.ordinal()] = value;
        changed[word.ordinal()] = true;
    }

    /** Returns null if there is none. */
    synchronized Slot takeSlot() {
        return slots.poll();
    }

    /** Returns true if {@code word} was set since the last call, and then puts its value into {@code into}. */
    synchronized boolean takeWord(RingWord word, long[] into) {
        boolean found = changed[word.ordinal()];
        changed[word.ordinal()] = false;
        into[word.ordinal()] = found ? values[word.ordinal()] : into[word.ordinal()];
        return found;
    }
}
