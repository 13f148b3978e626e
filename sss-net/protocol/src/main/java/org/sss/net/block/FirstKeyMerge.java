package org.sss.net.block;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Merges several sorted runs whose blocks arrive in the order of their first keys, equal first keys in the order of the
 * runs. So a block is buffered only from its first key to its last one, about one per run, and the merge need not know
 * how a run continues: no later block starts below the block that arrived last. Returns ranges of entries of blocks, as
 * many as precede those of all other runs, without copying. One thread at a time.
 *
 * <pre>
 *   run 0  [a    d      k]         [m ...          blocks arrive: 0 (a), 1 (b), 2 (e), 1 (l), 0 (m)
 *   run 1    [b     g]     [l ...                  returned when 1 (l) has arrived and waits: a  b  d  e  g  k
 *   run 2          [e    l ...
 * </pre>
 */
public final class FirstKeyMerge implements BlockSource {
    /** The blocks in their order. */
    public interface Arrivals {
        /** Moves to the next block; false after the last one. */
        boolean next();

        /** Number of the run. Values of equal keys are ordered by run. */
        int run();

        int length();

        void copyTo(byte[] into);
    }

    /** State of a run after its last opened block: none; has entries left; has none left; its last value continues. */
    private static final byte NONE = 0;

    private static final byte OPEN = 1;
    private static final byte WALKED = 2;
    private static final byte IN_TAIL = 3;
    private static final int NO_RUN = -1;
    /**
     * Usually a block is opened when another was finished; the buffers of runs that were open concurrently need not be
     * retained.
     */
    private static final int MAX_FREE = 4;

    private final Arrivals arrivals;
    private byte[] runs = new byte[16];
    /** Blocks with entries left: a heap, the smallest first. */
    private BufferedBlock[] heap = new BufferedBlock[16];

    private int open;
    /** The block that arrived last; null after the last one. */
    private BufferedBlock waiting;
    /** Free buffers, the most recently used first: it is still in the processor's cache. */
    private final ArrayDeque<BufferedBlock> free = new ArrayDeque<>();
    /** The block whose last range was returned and is in use until the next call; or null. */
    private BufferedBlock walked;

    private boolean started;
    /** The run whose last value continues in its next block. */
    private int unfinished = NO_RUN;

    public FirstKeyMerge(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    @Override
    public boolean next(BlockReader range) {
        if (!started) {
            started = true;
            await();
        }
        release(walked);
        walked = null;
        if (unfinished != NO_RUN) {
            continueValue();
        } else {
            while (waiting != null && (open == 0 || waiting.isBefore(heap[0]))) {
                openWaiting();
            }
        }
        if (open == 0) {
            return false;
        }
        returnEntries(heap[0], range);
        return true;
    }

    /** Loads the next block. */
    private void await() {
        waiting = null;
        if (arrivals.next()) {
            BufferedBlock next = free.isEmpty() ? new BufferedBlock() : free.pop();
            next.load(arrivals);
            waiting = next;
        }
    }

    private void release(BufferedBlock block) {
        if (block != null && free.size() < MAX_FREE) {
            free.push(block);
        }
    }

    /** Pieces of one value are in consecutive blocks, so the next piece must follow immediately. */
    private void continueValue() {
        if (waiting == null || waiting.run != unfinished || !waiting.reader.continuesPrevious()) {
            throw new SssException(ErrorCode.CORRUPT, "a value in pieces ends before its last piece");
        }
        unfinished = NO_RUN;
        BufferedBlock opened = takeWaiting();
        runs[opened.run] = OPEN;
        push(opened);
    }

    private void openWaiting() {
        byte before = waiting.run < runs.length ? runs[waiting.run] : NONE;
        BufferedBlock opened = takeWaiting();
        if (opened.reader.continuesPrevious()) {
            if (before == WALKED) {
                throw new SssException(
                        ErrorCode.CORRUPT, "a block continues a value, but the block before has no unfinished value");
            }
            opened.skipTail();
        }
        if (opened.hasEntry) {
            runs[opened.run] = OPEN;
            push(opened);
        } else {
            runs[opened.run] = opened.inTail ? IN_TAIL : WALKED;
            release(opened);
        }
    }

    /** Makes the waiting block the current one of its run, whose previous one has no entries left. */
    private BufferedBlock takeWaiting() {
        BufferedBlock opened = waiting;
        if (opened.run >= runs.length) {
            runs = Arrays.copyOf(runs, Math.max(opened.run + 1, 2 * runs.length));
        }
        checkOrder(runs[opened.run] != OPEN);
        await();
        checkOrder(waiting == null || !waiting.isBefore(opened));
        return opened;
    }

    private static void checkOrder(boolean good) {
        if (!good) {
            throw new SssException(ErrorCode.CORRUPT, "blocks do not come in the order of their first keys");
        }
    }

    /** Returns all entries of {@code lowest} that precede those of the other runs. */
    private void returnEntries(BufferedBlock lowest, BlockReader range) {
        int from = lowest.entryAt;
        boolean atStart = lowest.atStart;
        int entries = 0;
        boolean continues;
        do {
            entries++;
            continues = lowest.reader.valueContinues();
            lowest.next();
        } while (lowest.hasEntry && (!lowest.reader.isNewKey() || isLowest(lowest)));
        range.resetRange(lowest.reader, from, entries, atStart, !lowest.hasEntry);
        unfinished = continues ? lowest.run : NO_RUN;
        if (!lowest.hasEntry) {
            runs[lowest.run] = WALKED;
            walked = lowest;
            heap[0] = heap[--open];
            heap[open] = null;
        }
        sink();
    }

    /** Returns true if the first block of the heap, which has moved, still precedes all others. */
    private boolean isLowest(BufferedBlock first) {
        return (open < 2 || first.isBefore(heap[1]))
                && (open < 3 || first.isBefore(heap[2]))
                && (waiting == null || !waiting.isBefore(first));
    }

    private void push(BufferedBlock block) {
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

    /** Restores the heap order of the first block. */
    private void sink() {
        BufferedBlock moved = heap[0];
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
        // the caller owns the arrivals
    }

    /** An open or waiting block: its reader is at its smallest unread entry. */
    private static final class BufferedBlock {
        private final BlockReader reader = new BlockReader();
        private byte[] bytes = new byte[0];
        private int run;
        private long prefix;
        /** Offset of the current entry. */
        private int entryAt;

        private boolean hasEntry;
        private boolean atStart;
        /** The value before the scanned range continues in the next block. */
        private boolean inTail;

        void load(Arrivals from) {
            int length = from.length();
            // Buffers are reused by all runs; without the second condition all would become as large as the largest
            // block.
            if (bytes.length < length || bytes.length > 2 * length + BlockFormat.TARGET_BYTES) {
                bytes = new byte[length + (length >> 3)]; // other blocks usually have a similar size
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

        /** A range may start after the first piece of a value; all entries of that key are before the range. */
        void skipTail() {
            do {
                inTail = reader.valueContinues();
                next();
            } while (hasEntry && !reader.isNewKey());
        }

        /** By key, then by run. */
        boolean isBefore(BufferedBlock other) {
            if (prefix != other.prefix) {
                return prefix + Long.MIN_VALUE < other.prefix + Long.MIN_VALUE;
            }
            int order = Arrays.compareUnsigned(
                    reader.array(),
                    reader.keyOffset(),
                    reader.keyOffset() + reader.keyLength(),
                    other.reader.array(),
                    other.reader.keyOffset(),
                    other.reader.keyOffset() + other.reader.keyLength());
            return order != 0 ? order < 0 : run < other.run;
        }
    }
}
