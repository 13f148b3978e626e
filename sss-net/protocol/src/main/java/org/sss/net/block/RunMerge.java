package org.sss.net.block;

import java.util.List;

/**
 * Iterates over several sorted runs as one: each key once, in ascending order, with its values streamed, run by run.
 * Buffers one block per run only, independently of the number of values; a value in pieces is assembled only if it is
 * read as a whole. After a failure every later call throws the same exception. One thread at a time.
 *
 * <pre>{@code
 * while (merge.nextKey()) {
 *     // key: merge.key()[0, merge.keyLength())
 *     while (merge.nextValue()) { ... }       // unread values are skipped
 * }
 * }</pre>
 */
public final class RunMerge extends MergedRuns {
    private byte[] key = new byte[64];
    private int keyLength;
    private boolean started;
    /** The tuple of the top cursor has the current key and was not returned yet. */
    private boolean valuePending;
    /**
     * The top cursor's tuple was returned; the cursor moves at the next call, so that its bytes stay valid until then.
     */
    private boolean topUsed;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    public RunMerge(List<? extends BlockSource> runs) {
        super(runs);
    }

    /** Moves to the next key, skipping unread values of the current one; false at the end. */
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

    /** Moves to the next value of the current key; false if there is none left. */
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
     * Returns true if the next move may overwrite the bytes of the current piece, which is the last one of its block.
     */
    public boolean isLastOfBlock() {
        return top.isLastOfBlock();
    }

    /** Returns true if further pieces of the current value follow the current one. */
    public boolean hasMorePieces() {
        return top.hasMorePieces();
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
            error.record(e);
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
