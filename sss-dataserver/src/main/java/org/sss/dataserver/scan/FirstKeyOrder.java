package org.sss.dataserver.scan;

import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.sss.dataserver.segment.FileRun;
import org.sss.net.block.KeyRange;

/**
 * The blocks of several runs in the order of their first keys, those with equal keys in the order of the runs. The
 * indexes have these keys, so no block is read except one whose first key is very long. One thread at a time.
 */
final class FirstKeyOrder {
    /** Cursors with a block after the current one. */
    private final PriorityQueue<Cursor> others = new PriorityQueue<>();

    private Cursor current;

    /** Points at a block of one run. */
    static final class Cursor implements Comparable<Cursor> {
        private final FileRun run;
        private final int number;
        private final int end;
        private int block;
        private byte[] key;
        private int loaded;

        private Cursor(FileRun run, int number, KeyRange range) {
            this.run = run;
            this.number = number;
            block = run.index().firstBlock(range);
            end = run.index().endBlock(range);
        }

        FileRun run() {
            return run;
        }

        /** Number of the run, from 0 on. */
        int number() {
            return number;
        }

        int block() {
            return block;
        }

        long offset() {
            return run.index().offset(block);
        }

        int length() {
            return run.index().length(block);
        }

        /** Asks the kernel to read the block with adjacent ones, unless that was done. */
        void load(int maxBytes) {
            if (block >= loaded) {
                loaded = run.load(block, end, maxBytes);
            }
        }

        private boolean hasBlock() {
            return block < end;
        }

        private void readKey() {
            key = run.firstKey(block);
        }

        @Override
        public int compareTo(Cursor other) {
            int order = Arrays.compareUnsigned(key, other.key);
            return order != 0 ? order : Integer.compare(number, other.number);
        }
    }

    FirstKeyOrder(List<FileRun> runs, KeyRange range) {
        for (int i = 0; i < runs.size(); i++) {
            add(new Cursor(runs.get(i), i, range));
        }
        current = others.poll();
    }

    private void add(Cursor cursor) {
        if (cursor.hasBlock()) {
            cursor.readKey();
            others.add(cursor);
        }
    }

    /** Returns the run of the current block; null if there are no more blocks. */
    Cursor current() {
        return current;
    }

    /** Moves to the next block. */
    void next() {
        current.block++;
        if (current.hasBlock()) {
            current.readKey();
            if (others.isEmpty() || current.compareTo(others.peek()) < 0) {
                return;
            }
            others.add(current);
        }
        current = others.poll();
    }
}
