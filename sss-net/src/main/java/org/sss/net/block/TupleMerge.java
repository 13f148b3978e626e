package org.sss.net.block;

import java.util.Arrays;
import java.util.List;

/**
 * Walks several sorted runs as one sequence of tuples in the order of keys, those of equal keys run by run. Unlike
 * {@link RunMerge} it groups nothing, so that it needs no copy of any key: keys and values lie where their blocks do. Holds
 * one block per run. What a call has failed with, every later one throws again. One thread at a time.
 *
 * <pre>{@code
 * while (merge.next()) {
 *     // key: merge.keyArray()[merge.keyOffset(), + merge.keyLength())
 * }
 * }</pre>
 */
public final class TupleMerge implements AutoCloseable {
    private final RunTree tree;
    private final WalkError error;
    private final boolean oneRun;
    /** At the current tuple; null before the first and behind the last one. */
    private RunCursor top;
    private boolean started;
    /** A copy of the current key if its value is in pieces, with which the blocks go by; else null. */
    private byte[] keyOfPieces;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    public TupleMerge(List<? extends BlockSource> runs) {
        tree = new RunTree(runs);
        error = tree.error();
        oneRun = runs.size() == 1;
    }

    /** Moves to the next tuple, past pieces of the current one that were not walked; false at the end. */
    public boolean next() {
        error.check();
        try {
            move();
        } catch (RuntimeException | Error e) {
            error.keep(e);
            throw e;
        }
        return top != null;
    }

    private void move() {
        if (top == null || !top.next() || !oneRun && top.mayBeNewKey()) {
            findTop();
        }
        if (keyOfPieces != null || top != null && top.hasMorePieces()) {
            keepKeyOfPieces();
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

    private void keepKeyOfPieces() {
        keyOfPieces = top != null && top.hasMorePieces()
                ? Arrays.copyOfRange(top.keyArray(), top.keyOffset(), top.keyOffset() + top.keyLength()) : null;
    }

    /** Whether this tuple may have another key than the one before; false is certain, true is a maybe. */
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

    /**
     * The current value is in {@code valueArray()[valueOffset(), + valueLength())}, until the next tuple. One in pieces is put
     * together for that, so large values are better walked by {@link #nextPiece}.
     */
    public byte[] valueArray() {
        return top.valueArray();
    }

    public int valueOffset() {
        return top.valueOffset();
    }

    public int valueLength() {
        return top.valueLength();
    }

    /** Moves to the next piece of the current value, which begins at its first; as {@link RunMerge#nextPiece}. */
    public boolean nextPiece() {
        return top.nextPiece();
    }

    /** The current piece is in {@code pieceArray()[pieceOffset(), + pieceLength())}, until the next piece or tuple. */
    public byte[] pieceArray() {
        return top.pieceArray();
    }

    public int pieceOffset() {
        return top.pieceOffset();
    }

    public int pieceLength() {
        return top.pieceLength();
    }

    @Override
    public void close() {
        tree.close();
    }
}
