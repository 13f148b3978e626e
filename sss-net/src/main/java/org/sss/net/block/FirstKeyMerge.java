package org.sss.net.block;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Several sorted runs as one, whose blocks come in the order of their first keys, those with the same first key in the order of the
 * runs. So a block is held only from its first key to its last one, about one for each run, and nobody has to know where a run
 * goes on: what has not come yet begins no lower than the block that came last. What is given are parts of blocks, as many entries as
 * are before those of all other runs; they are not copied. One thread at a time.
 *
 * <pre>
 *   run 0  [a    d      k]         [m ...          blocks come: 0 (a), 1 (b), 2 (e), 1 (l), 0 (m)
 *   run 1    [b     g]     [l ...                  given, when 1 (l) has come and waits: a  b  d  e  g  k
 *   run 2          [e    l ...
 * </pre>
 */
public final class FirstKeyMerge implements BlockSource {
    /** The blocks. */
    public interface Arrivals {
        /** Moves to the next block; false behind the last one. */
        boolean next();

        /** Of the values of equal keys, those of lower runs come first. */
        int run();

        int length();

        void copyTo(byte[] into);
    }

    /** What is known of a run by the block that was begun last: there is none; it has an entry left; it has none; its last value goes on. */
    private static final byte NONE = 0;
    private static final byte OPEN = 1;
    private static final byte WALKED = 2;
    private static final byte IN_TAIL = 3;
    private static final int NO_RUN = -1;
    /** Mostly one is begun when one was walked; those of runs that were open side by side are not kept for as long as the merge lasts. */
    private static final int MAX_FREE = 4;

    private final Arrivals arrivals;
    private byte[] runs = new byte[16];
    /** Those that have an entry left: a heap, the lowest one first. */
    private HeldBlock[] heap = new HeldBlock[16];
    private int open;
    /** The block that came last; null behind the last one. */
    private HeldBlock waiting;
    /** For the next ones, the one that was used last first: it is still in the processor's cache. */
    private final ArrayDeque<HeldBlock> free = new ArrayDeque<>();
    /** Its last part was given, and is in use until the next one is asked for; or null. */
    private HeldBlock walked;
    private boolean started;
    /** The run whose last value goes on in its next block. */
    private int unfinished = NO_RUN;

    public FirstKeyMerge(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    @Override
    public boolean next(BlockReader part) {
        if (!started) {
            started = true;
            await();
        }
        release(walked);
        walked = null;
        if (unfinished != NO_RUN) {
            goOn();
        } else {
            while (waiting != null && (open == 0 || waiting.isBefore(heap[0]))) {
                beginWaiting();
            }
        }
        if (open == 0) {
            return false;
        }
        give(heap[0], part);
        return true;
    }

    /** Loads the block that comes next. */
    private void await() {
        waiting = null;
        if (arrivals.next()) {
            HeldBlock next = free.isEmpty() ? new HeldBlock() : free.pop();
            next.load(arrivals);
            waiting = next;
        }
    }

    private void release(HeldBlock block) {
        if (block != null && free.size() < MAX_FREE) {
            free.push(block);
        }
    }

    /** Pieces of one value are in consecutive blocks, so nothing but the next piece can come next. */
    private void goOn() {
        if (waiting == null || waiting.run != unfinished || !waiting.reader.continuesPrevious()) {
            throw new SssException(ErrorCode.CORRUPT, "a value in pieces breaks off before its last piece");
        }
        unfinished = NO_RUN;
        HeldBlock begun = takeWaiting();
        runs[begun.run] = OPEN;
        push(begun);
    }

    private void beginWaiting() {
        byte before = waiting.run < runs.length ? runs[waiting.run] : NONE;
        HeldBlock begun = takeWaiting();
        if (begun.reader.continuesPrevious()) {
            if (before == WALKED) {
                throw new SssException(ErrorCode.CORRUPT, "a block continues a value, but the block before did not begin one");
            }
            begun.skipTail();
        }
        if (begun.hasEntry) {
            runs[begun.run] = OPEN;
            push(begun);
        } else {
            runs[begun.run] = begun.inTail ? IN_TAIL : WALKED;
            release(begun);
        }
    }

    /** What waits is now the block of its run; that before it was walked. */
    private HeldBlock takeWaiting() {
        HeldBlock begun = waiting;
        if (begun.run >= runs.length) {
            runs = Arrays.copyOf(runs, Math.max(begun.run + 1, 2 * runs.length));
        }
        checkOrder(runs[begun.run] != OPEN);
        await();
        checkOrder(waiting == null || !waiting.isBefore(begun));
        return begun;
    }

    private static void checkOrder(boolean good) {
        if (!good) {
            throw new SssException(ErrorCode.CORRUPT, "blocks do not come in the order of their first keys");
        }
    }

    /** All entries of {@code lowest} that come before those of others. */
    private void give(HeldBlock lowest, BlockReader part) {
        int from = lowest.entryAt;
        boolean begins = lowest.atStart;
        int entries = 0;
        boolean goesOn;
        do {
            entries++;
            goesOn = lowest.reader.valueContinues();
            lowest.next();
        } while (lowest.hasEntry && (!lowest.reader.isNewKey() || isLowest(lowest)));
        part.resetPart(lowest.reader, from, entries, begins, !lowest.hasEntry);
        unfinished = goesOn ? lowest.run : NO_RUN;
        if (!lowest.hasEntry) {
            runs[lowest.run] = WALKED;
            walked = lowest;
            heap[0] = heap[--open];
            heap[open] = null;
        }
        sink();
    }

    /** Whether the first block of the heap, which has moved on, is still before all others. */
    private boolean isLowest(HeldBlock first) {
        return (open < 2 || first.isBefore(heap[1])) && (open < 3 || first.isBefore(heap[2]))
                && (waiting == null || !waiting.isBefore(first));
    }

    private void push(HeldBlock block) {
        if (open == heap.length) {
            heap = Arrays.copyOf(heap, 2 * open);
        }
        int at = open++;
        while (at > 0 && block.isBefore(heap[at - 1 >>> 1])) {
            heap[at] = heap[at - 1 >>> 1];
            at = at - 1 >>> 1;
        }
        heap[at] = block;
    }

    /** Puts the first one of the heap where it belongs. */
    private void sink() {
        HeldBlock moved = heap[0];
        int at = 0;
        for (int child = 1; child < open; child = 2 * at + 1) {
            if (child + 1 < open && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    @Override
    public void close() {
        // the arrivals are their owner's
    }

    /** A block that is being walked, or about to be: its reader is at its lowest entry. */
    private static final class HeldBlock {
        private final BlockReader reader = new BlockReader();
        private byte[] bytes = new byte[0];
        private int run;
        private long prefix;
        /** Where the current entry begins. */
        private int entryAt;
        private boolean hasEntry;
        private boolean atStart;
        /** The value before the range goes on in the next block. */
        private boolean inTail;

        void load(Arrivals from) {
            int length = from.length();
            // It wanders from run to run, and without the second all would become as large as the largest block.
            if (bytes.length < length || bytes.length > 2 * length + BlockFormat.TARGET_BYTES) {
                bytes = new byte[length + (length >> 3)]; // mostly the others are about as large
            }
            from.copyTo(bytes);
            run = from.run();
            inTail = false;
            reader.reset(bytes, 0, length);
            next();
            atStart = true;
            if (!hasEntry) {
                throw new SssException(ErrorCode.CORRUPT, "a block has no entry");
            }
        }

        void next() {
            entryAt = reader.position();
            hasEntry = reader.next();
            atStart = false;
            if (hasEntry && reader.isNewKey()) {
                prefix = BigEndian.prefix(reader.array(), reader.keyOffset(), reader.keyLength());
            }
        }

        /** A range may begin behind the first piece of a value; all that the block has of its key is before the range. */
        void skipTail() {
            do {
                inTail = reader.valueContinues();
                next();
            } while (hasEntry && !reader.isNewKey());
        }

        /** By key, then by run. */
        boolean isBefore(HeldBlock other) {
            if (prefix != other.prefix) {
                return prefix + Long.MIN_VALUE < other.prefix + Long.MIN_VALUE;
            }
            int order = Arrays.compareUnsigned(reader.array(), reader.keyOffset(), reader.keyOffset() + reader.keyLength(),
                    other.reader.array(), other.reader.keyOffset(), other.reader.keyOffset() + other.reader.keyLength());
            return order != 0 ? order < 0 : run < other.run;
        }
    }
}
