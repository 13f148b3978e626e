package org.sss.net.block;

import java.util.Arrays;
import java.util.List;

/**
 * Iterates over several sorted runs as one sequence of tuples in key order, equal keys run by run. Unlike
 * {@link RunMerge} it groups nothing, so it needs no copy of keys: keys and values are read from their blocks. Buffers
 * one block per run. After a failure every later call throws the same exception. One thread at a time.
 *
 * <pre>{@code
 * while (merge.next()) {
 *     // key: merge.keyArray()[merge.keyOffset(), + merge.keyLength())
 * }
 * }</pre>
 */
public final class TupleMerge extends MergedRuns {
    private final boolean oneRun;
    private boolean started;
    /**
     * A copy of the current key if its value is in pieces, since the blocks of a large value are replaced; otherwise
     * null.
     */
    private byte[] keyOfPieces;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    public TupleMerge(List<? extends BlockSource> runs) {
        super(runs);
        oneRun = runs.size() == 1;
    }

    /** Moves to the next tuple, skipping unread pieces of the current one; false at the end. */
    public boolean next() {
        error.check();
        try {
            move();
        } catch (RuntimeException | Error e) {
            error.record(e);
            throw e;
        }
        return top != null;
    }

    private void move() {
        if (top == null || !top.next() || !oneRun && top.mayBeNewKey()) {
            findTop();
        }
        if (keyOfPieces != null || top != null && top.hasMorePieces()) {
            copyKeyOfPieces();
        }
    }

    private void findTop() {
        if (top != null) {
            tree.topMoved();
        } else if (!started) {
            started = true;
            tree.start();
        } else {
            return;
        }
        top = tree.top();
    }

    private void copyKeyOfPieces() {
        keyOfPieces = top != null && top.hasMorePieces()
                ? Arrays.copyOfRange(top.keyArray(), top.keyOffset(), top.keyOffset() + top.keyLength())
                : null;
    }

    /** Returns false if this tuple has the same key as the one before; true if the key may differ. */
    public boolean mayBeNewKey() {
        return top.mayBeNewKey();
    }

    /** The current key is in {@code keyArray()[keyOffset(), + keyLength())}, until the next tuple. */
    public byte[] keyArray() {
        return keyOfPieces == null ? top.keyArray() : keyOfPieces;
    }

    public int keyOffset() {
        return keyOfPieces == null ? top.keyOffset() : 0;
    }

    public int keyLength() {
        return top.keyLength();
    }
}
