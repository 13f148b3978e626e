package org.sss.net.block;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks several sorted runs as one: each key once, in ascending order, with its values streamed, run by run. Holds one
 * block per run and nothing else, whatever the number of values. One thread at a time.
 *
 * <pre>{@code
 * while (merge.nextKey()) {
 *     // key: merge.key()[0, merge.keyLength())
 *     while (merge.nextValue()) { ... }       // values not walked are skipped
 * }
 * }</pre>
 */
public final class RunMerge implements AutoCloseable {
    private final List<RunCursor> all = new ArrayList<>();
    /** Binary heap of the cursors that have a current tuple; the smallest is {@code heap[0]}. */
    private final RunCursor[] heap;
    private int heapSize;
    private byte[] key = new byte[64];
    private int keyLength;
    private boolean started;
    /** The tuple under the top cursor has the current key and was not handed out yet. */
    private boolean valuePending;
    /** The top cursor's tuple was handed out; it moves on at the next call, so that its bytes stay valid until then. */
    private boolean topUsed;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    public RunMerge(List<? extends BlockSource> runs) {
        for (BlockSource run : runs) {
            all.add(new RunCursor(run, all.size()));
        }
        heap = new RunCursor[all.size()];
    }

    /** Moves to the next key, past values of the current one that were not walked; false at the end. */
    public boolean nextKey() {
        if (!started) {
            start();
        } else {
            while (nextValue()) {
                // skip
            }
        }
        if (heapSize == 0) {
            return false;
        }
        copyKey(heap[0]);
        valuePending = true;
        return true;
    }

    /** Moves to the next value of the current key; false when there is none left. */
    public boolean nextValue() {
        if (topUsed) {
            topUsed = false;
            moveTop();
        }
        if (!valuePending) {
            return false;
        }
        topUsed = true;
        return true;
    }

    /** The current key is in {@code key()[0, keyLength())}, until the next key. */
    public byte[] key() {
        return key;
    }

    public int keyLength() {
        return keyLength;
    }

    /** The current value is in {@code valueArray()[valueOffset(), + valueLength())}, until the next value or key. */
    public byte[] valueArray() {
        return heap[0].valueArray();
    }

    public int valueOffset() {
        return heap[0].valueOffset();
    }

    public int valueLength() {
        return heap[0].valueLength();
    }

    @Override
    public void close() {
        RuntimeException failed = null;
        for (RunCursor cursor : all) {
            try {
                cursor.close();
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private void start() {
        started = true;
        for (RunCursor cursor : all) {
            if (cursor.next()) {
                heap[heapSize++] = cursor;
            }
        }
        for (int i = heapSize / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    private void moveTop() {
        RunCursor top = heap[0];
        if (!top.next()) {
            heap[0] = heap[--heapSize];
            heap[heapSize] = null;
            siftDown(0);
        } else if (top.mayBeNewKey()) {
            siftDown(0);
        } else {
            return;
        }
        valuePending = heapSize > 0 && heap[0].keyIs(key, keyLength);
    }

    private void copyKey(RunCursor cursor) {
        keyLength = cursor.keyLength();
        if (key.length < keyLength) {
            key = new byte[Math.max(keyLength, 2 * key.length)];
        }
        System.arraycopy(cursor.keyArray(), cursor.keyOffset(), key, 0, keyLength);
    }

    private void siftDown(int from) {
        int at = from;
        RunCursor moving = heap[at];
        for (int child; (child = 2 * at + 1) < heapSize; at = child) {
            if (child + 1 < heapSize && heap[child + 1].before(heap[child])) {
                child++;
            }
            if (!heap[child].before(moving)) {
                break;
            }
            heap[at] = heap[child];
        }
        heap[at] = moving;
    }
}
