package org.sss.net.block;

import java.util.Arrays;
import java.util.List;
import org.sss.api.Compression;

/**
 * Merges several sorted runs into the blocks of one. A block that is entirely before all tuples of the other runs is
 * passed on unchanged, without reading its tuples; where runs overlap, tuples are repacked. A value in pieces is passed
 * on piece by piece and never buffered as a whole. New blocks are compressed like their sources. After a failure every
 * later call throws the same exception. One thread at a time.
 *
 * <pre>{@code
 * while (merge.next()) {
 *     // block: merge.array()[merge.offset(), + merge.length()), until the next call
 * }
 * }</pre>
 */
public final class BlockMerge implements AutoCloseable {
    /** Smaller blocks are merged with their neighbours: passed on they would stay small. */
    private static final int SMALLEST_PASSED_BYTES = BlockFormat.TARGET_BYTES / 2;

    private final RunTree tree;
    private final WalkError error;
    private final byte[] from;
    private final byte[] to;
    private final BlockWriter pending = new BlockWriter(Compression.NONE);
    /** At the smallest tuple that is neither returned nor pending; null at the end. */
    private RunCursor top;

    private boolean started;
    /** The block returned last: that of the top cursor, or the pending one. */
    private boolean handedTop;

    private boolean handedPending;
    private byte[] array;
    private int offset;
    private int length;

    /** @param runs in the order in which values of equal keys are to appear; closed by {@link #close} */
    public BlockMerge(List<? extends BlockSource> runs) {
        this(runs, null, null);
    }

    /**
     * @param from tuples with smaller keys are omitted; or null
     * @param to   tuples with this key or larger ones are omitted; or null
     */
    public BlockMerge(List<? extends BlockSource> runs, byte[] from, byte[] to) {
        tree = new RunTree(runs);
        error = tree.error();
        this.from = from;
        this.to = to;
    }

    /** Moves to the next block; false at the end. */
    public boolean next() {
        error.check();
        try {
            return findNext();
        } catch (RuntimeException | Error e) {
            error.record(e);
            throw e;
        }
    }

    private boolean findNext() {
        leaveBlock();
        while (top != null && !isPast()) {
            if (topPasses()) {
                return pending.isEmpty() ? handOutTop() : handOutPending();
            }
            if (!pending.isEmpty() && !pending.fits(top.keyLength(), top.pieceLength())) {
                return handOutPending();
            }
            if (addToPending()) {
                return handOutPending();
            }
        }
        top = null;
        return !pending.isEmpty() && handOutPending();
    }

    /** The block is in {@code array()[offset(), + length())}, until the next call. */
    public byte[] array() {
        return array;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /** Number of tuples of the block: values that end in it. */
    public int tuples() {
        return BigEndian.getInt(array, offset + BlockFormat.TUPLES_AT);
    }

    /** Returns a copy of the first key of the block. */
    public byte[] firstKey() {
        return handedTop
                ? Arrays.copyOfRange(top.keyArray(), top.keyOffset(), top.keyOffset() + top.keyLength())
                : pending.firstKey();
    }

    /** Returns a copy of the last key of the block. */
    public byte[] lastKey() {
        return handedTop ? top.block().lastKey() : pending.lastKey();
    }

    @Override
    public void close() {
        tree.close();
    }

    /** Leaves the block that was returned last. */
    private void leaveBlock() {
        if (handedTop) {
            handedTop = false;
            top.skipBlock();
            moveTop();
        } else if (handedPending) {
            handedPending = false;
            pending.reset();
        } else if (!started) {
            started = true;
            tree.start();
            top = tree.top();
            skipToFrom();
        }
    }

    private void skipToFrom() {
        while (from != null && top != null && top.compareKey(from) < 0) {
            top.next();
            tree.topMoved();
            top = tree.top();
        }
    }

    private boolean isPast() {
        return to != null && top.compareKey(to) >= 0;
    }

    /** Pieces of one value are in consecutive blocks, so the next piece follows immediately. */
    private void moveTop() {
        if (!top.nextPiece() && (!top.next() || top.mayBeNewKey())) {
            tree.topMoved();
            top = tree.top();
        }
    }

    private boolean topPasses() {
        return top.atBlockStart()
                && isWorthPassing(top.block())
                && (top.block().entryCount() == 1 || tree.topBlockIsFirst() && !endsPast(top.block()));
    }

    private static boolean isWorthPassing(BlockReader block) {
        return block.plainLength() >= SMALLEST_PASSED_BYTES || block.continuesInNext();
    }

    private boolean endsPast(BlockReader block) {
        return to != null && block.compareLastKey(to, 0, to.length) >= 0;
    }

    /** Adds the current entry to the pending block; returns true if it is a piece that must end its block. */
    private boolean addToPending() {
        if (pending.isEmpty()) {
            pending.compression(top.block().compression());
        }
        boolean endsBlock = top.hasMorePieces();
        if (top.atBlockStart() && top.block().continuesPrevious()) {
            pending.continuesPrevious();
        }
        pending.add(
                top.keyArray(),
                top.keyOffset(),
                top.keyLength(),
                top.pieceArray(),
                top.pieceOffset(),
                top.pieceLength());
        if (endsBlock) {
            pending.continuesInNext();
        }
        moveTop();
        return endsBlock;
    }

    private boolean handOutTop() {
        BlockReader block = top.block();
        handedTop = true;
        array = block.blockArray();
        offset = block.blockOffset();
        length = block.blockLength();
        return true;
    }

    private boolean handOutPending() {
        handedPending = true;
        length = pending.finish();
        array = pending.array();
        offset = 0;
        return true;
    }
}
