package org.sss.net.block;

import java.util.List;

/**
 * Walks several sorted runs as one: each key once, in ascending order, with its values streamed, run by run. Holds one
 * block per run and nothing else, whatever the number of values; a value in pieces is put together only when it is asked
 * for as a whole. What a call has failed with, every later one throws again. One thread at a time.
 *
 * <pre>{@code
 * while (merge.nextKey()) {
 *     // key: merge.key()[0, merge.keyLength())
 *     while (merge.nextValue()) { ... }       // values not walked are skipped
 * }
 * }</pre>
 */
public final class RunMerge implements AutoCloseable {
    private final RunTree tree;
    private final WalkError error;
    /** At the smallest tuple; null when all runs are at their end. */
    private RunCursor top;
    private byte[] key = new byte[64];
    private int keyLength;
    private boolean started;
    /** The tuple under the top cursor has the current key and was not handed out yet. */
    private boolean valuePending;
    /** The top cursor's tuple was handed out; it moves on at the next call, so that its bytes stay valid until then. */
    private boolean topUsed;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    public RunMerge(List<? extends BlockSource> runs) {
        tree = new RunTree(runs);
        error = tree.error();
    }

    /** Moves to the next key, past values of the current one that were not walked; false at the end. */
    public boolean nextKey() {
        if (!started) {
            tree.start();
            started = true;
            top = tree.top();
        } else {
            while (nextValue()) {
                // skip
            }
        }
        if (top == null) {
            return false;
        }
        copyKey();
        valuePending = true;
        return true;
    }

    /** Moves to the next value of the current key; false when there is none left. */
    public boolean nextValue() {
        if (topUsed) {
            moveTop();
        }
        topUsed = valuePending;
        return valuePending;
    }

    /** The current key is in {@code key()[0, keyLength())}, until the next key. */
    public byte[] key() {
        return key;
    }

    public int keyLength() {
        return keyLength;
    }

    /**
     * The current value is in {@code valueArray()[valueOffset(), + valueLength())}, until the next value or key. One in
     * pieces is put together for that, so large values are better walked by {@link #nextPiece}.
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

    /** Whether the next call that moves may replace the bytes of the current piece, which is the last one of its block. */
    public boolean isLastOfBlock() {
        return top.isLastOfBlock();
    }

    /** Whether further pieces of the current value follow the current one. */
    public boolean hasMorePieces() {
        return top.hasMorePieces();
    }

    /**
     * Moves to the next piece of the current value, which begins at its first; false when there is none. The value cannot be
     * had as a whole after that.
     */
    public boolean nextPiece() {
        return top.nextPiece();
    }

    /** The current piece is in {@code pieceArray()[pieceOffset(), + pieceLength())}, until the next piece, value or key. */
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

    private void moveTop() {
        error.check();
        try {
            if (!top.next() || top.mayBeNewKey()) {
                tree.topMoved();
                top = tree.top();
                valuePending = top != null && top.keyIs(key, keyLength);
            }
        } catch (RuntimeException | Error e) {
            error.keep(e);
            throw e;
        }
    }

    private void copyKey() {
        keyLength = top.keyLength();
        if (key.length < keyLength) {
            key = new byte[Math.max(keyLength, 2 * key.length)];
        }
        System.arraycopy(top.keyArray(), top.keyOffset(), key, 0, keyLength);
    }
}
