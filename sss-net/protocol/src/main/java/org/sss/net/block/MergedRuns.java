package org.sss.net.block;

import java.util.List;

/**
 * Several sorted runs, of which the smallest tuple is current. Buffers one block per run only; a value in pieces is
 * assembled only if it is read as a whole. After a failure every later move throws the same exception. One thread at a
 * time.
 */
public abstract class MergedRuns implements AutoCloseable {
    final RunTree tree;
    final WalkError error;
    /** At the smallest tuple; null before the first and after the last one. */
    RunCursor top;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    MergedRuns(List<? extends BlockSource> runs) {
        tree = new RunTree(runs);
        error = tree.error();
    }

    /**
     * The current value is in {@code valueArray()[valueOffset(), + valueLength())}, until the next value or key. A
     * value in pieces is assembled for that, so large values are better read by {@link #nextPiece}.
     */
    public final byte[] valueArray() {
        return top.valueArray();
    }

    public final int valueOffset() {
        return top.valueOffset();
    }

    public final int valueLength() {
        return top.valueLength();
    }

    /**
     * Moves to the next piece of the current value, which is initially at its first; false if there is none. The value
     * cannot be read as a whole after that.
     */
    public final boolean nextPiece() {
        return top.nextPiece();
    }

    /**
     * The current piece is in {@code pieceArray()[pieceOffset(), + pieceLength())}, until the next piece, value or key.
     */
    public final byte[] pieceArray() {
        return top.pieceArray();
    }

    public final int pieceOffset() {
        return top.pieceOffset();
    }

    public final int pieceLength() {
        return top.pieceLength();
    }

    @Override
    public final void close() {
        tree.close();
    }
}
