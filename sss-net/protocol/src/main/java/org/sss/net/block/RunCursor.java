package org.sss.net.block;

import java.util.Arrays;
import org.sss.api.ByteSink;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Iterates over the tuples of one run in order. A value in pieces is read by {@link #nextPiece}, or assembled when
 * {@link #valueArray} or a related method is called; otherwise it is skipped. One thread at a time.
 */
public final class RunCursor implements AutoCloseable {
    /** A larger array of an assembled value is not retained for the next one. */
    private static final int MAX_RETAINED_BYTES = 4 << 20;

    private static final int MAX_GROWTH = 8;

    private final BlockSource source;
    private final BlockReader block = new BlockReader();
    private final int ordinal;
    /** Null for a run that is not compared with others. */
    private final CommonPrefix common;

    private final WalkError error;
    private boolean blockLoaded;
    private boolean ended;
    private boolean atBlockStart;
    private boolean newKey;
    private boolean tailSkipped;
    /** The value of this tuple continues, or continued, in the next block. */
    private boolean inPieces;
    /** Further pieces follow the current one. */
    private boolean unfinished;

    private long prefix;
    private ByteSink whole;
    /** Size of the value that was assembled last. */
    private int wholeBytes;

    private boolean assembled;

    /** A single run. */
    public RunCursor(BlockSource source) {
        this(source, 0, null, new WalkError());
    }

    /**
     * @param ordinal breaks ties between runs with the same key: lower first
     * @param common  prefix of the keys of all runs of the merge; null if there are no others
     * @param error   records errors of values in pieces; those of {@link #next} are recorded by the caller
     */
    RunCursor(BlockSource source, int ordinal, CommonPrefix common, WalkError error) {
        this.source = source;
        this.ordinal = ordinal;
        this.common = common;
        this.error = error;
    }

    /** Moves to the next tuple; false at the end of the run. */
    public boolean next() {
        if (inPieces) {
            leaveValue();
        }
        if (blockLoaded && block.next()) {
            atBlockStart = false;
            newKey = block.isNewKey();
        } else if (!nextInLaterBlock()) {
            return false;
        }
        if (newKey && common != null) {
            findPrefix();
        }
        if (block.valueContinues()) {
            inPieces = true;
            unfinished = true;
        }
        return true;
    }

    private boolean nextInLaterBlock() {
        do {
            if (!nextBlock()) {
                return false;
            }
        } while (!block.next());
        newKey = block.isNewKey() || tailSkipped;
        tailSkipped = false;
        return true;
    }

    public byte[] keyArray() {
        return block.array();
    }

    public int keyOffset() {
        return block.keyOffset();
    }

    public int keyLength() {
        return block.keyLength();
    }

    /** The whole value, assembled if it is in pieces; not after {@link #nextPiece}. */
    public byte[] valueArray() {
        return inPieces && assemble() ? whole.array() : block.array();
    }

    public int valueOffset() {
        return inPieces && assemble() ? 0 : block.valueOffset();
    }

    public int valueLength() {
        return inPieces && assemble() ? whole.size() : block.valueLength();
    }

    /** Returns true if the current entry is the last one of its block, which the next move replaces. */
    boolean isLastOfBlock() {
        return block.entriesLeft() == 0;
    }

    /** Returns true if further pieces of the value follow the current one. */
    public boolean hasMorePieces() {
        return unfinished;
    }

    /** Moves to the next piece of the current value; false if there is none, as for every value of one piece. */
    public boolean nextPiece() {
        return unfinished && loadPiece();
    }

    private boolean loadPiece() {
        error.check();
        try {
            findPiece();
        } catch (RuntimeException | Error e) {
            error.record(e);
            throw e;
        }
        return true;
    }

    private void findPiece() {
        byte[] key = Arrays.copyOfRange(keyArray(), keyOffset(), keyOffset() + keyLength());
        if (!source.next(block) || !block.continuesPrevious() || !block.next() || !keyIs(key, key.length)) {
            throw new SssException(ErrorCode.CORRUPT, "a value in pieces ends before its last piece");
        }
        includeBlock();
        findPrefix();
        unfinished = block.valueContinues();
        atBlockStart = true;
    }

    /** The current piece: a whole value or a piece of one. */
    public byte[] pieceArray() {
        return block.array();
    }

    public int pieceOffset() {
        return block.valueOffset();
    }

    public int pieceLength() {
        return block.valueLength();
    }

    /** Returns false if this tuple has the same key as the one before; true if the key may differ. */
    public boolean mayBeNewKey() {
        return newKey;
    }

    /** Returns true if there is a current tuple, once {@link #next} was called. */
    boolean hasTuple() {
        return blockLoaded;
    }

    /** Returns true if the current entry is the first one of the block. */
    boolean atBlockStart() {
        return atBlockStart;
    }

    /** Returns the block of the current entry. */
    BlockReader block() {
        return block;
    }

    /** Moves to the last entry of the block, whose value is undefined; the next tuple is in the next block. */
    void skipBlock() {
        block.skipRest();
        findPrefix();
        unfinished = block.continuesInNext();
        inPieces = unfinished;
    }

    /** The first eight bytes of the key after the common prefix, as {@link BigEndian#prefix}. */
    long prefix() {
        return prefix;
    }

    void findPrefix() {
        if (common != null) {
            int skipped = common.length();
            int rest = block.keyLength() - skipped;
            if (rest < 0) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "a block has a key of " + block.keyLength()
                                + " bytes between longer ones with a common prefix: its keys do not ascend");
            }
            prefix = BigEndian.prefix(block.array(), block.keyOffset() + skipped, rest);
        }
    }

    private void includeBlock() {
        if (common != null) {
            common.includeUpToEnd(block);
        }
    }

    /** Checks the last byte first: different keys of the same length usually differ there. */
    boolean keyIs(byte[] key, int length) {
        return block.keyLength() == length
                && (length == 0 || block.array()[block.keyOffset() + length - 1] == key[length - 1])
                && Arrays.equals(block.array(), block.keyOffset(), block.keyOffset() + length, key, 0, length);
    }

    int compareKey(byte[] key) {
        return Arrays.compareUnsigned(keyArray(), keyOffset(), keyOffset() + keyLength(), key, 0, key.length);
    }

    /** Compares the current tuples by key bytes, then by ordinal. */
    boolean before(RunCursor other) {
        int c = Arrays.compareUnsigned(
                keyArray(),
                keyOffset(),
                keyOffset() + keyLength(),
                other.keyArray(),
                other.keyOffset(),
                other.keyOffset() + other.keyLength());
        return c != 0 ? c < 0 : ordinal < other.ordinal;
    }

    /** Returns true if all tuples of the current block precede the current one of {@code other}. */
    boolean blockIsBefore(RunCursor other) {
        int c = block.compareLastKey(other.keyArray(), other.keyOffset(), other.keyLength());
        return c != 0 ? c < 0 : ordinal < other.ordinal;
    }

    @Override
    public void close() {
        source.close();
    }

    private void leaveValue() {
        assembled = false;
        if (whole != null && whole.capacity() > MAX_RETAINED_BYTES) {
            whole = null;
        }
        while (unfinished) {
            nextPiece();
        }
        inPieces = false;
    }

    private boolean nextBlock() {
        boolean first = !blockLoaded && !ended;
        blockLoaded = !ended && source.next(block);
        ended = !blockLoaded;
        atBlockStart = blockLoaded;
        if (blockLoaded) {
            if (block.continuesPrevious()) {
                skipTail(first);
            }
            includeBlock();
        }
        return blockLoaded;
    }

    /** A scan of a range may start at a block that starts with the last piece of a value outside the range. */
    private void skipTail(boolean first) {
        if (!first) {
            throw new SssException(
                    ErrorCode.CORRUPT, "a block continues a value, but the block before has no unfinished value");
        }
        do {
            block.next();
        } while (block.valueContinues() && source.next(block));
        tailSkipped = true;
        atBlockStart = false;
    }

    /** Assembles the value; false if only the last piece is available, because the pieces were read one by one. */
    private boolean assemble() {
        error.check();
        if (!unfinished) {
            return assembled;
        }
        try {
            joinPieces();
        } catch (RuntimeException | Error e) {
            error.record(e);
            throw e;
        }
        assembled = true;
        return true;
    }

    private void joinPieces() {
        if (whole == null) {
            whole = new ByteSink(2 * BlockFormat.MAX_PIECE_BYTES);
        }
        whole.clear();
        do {
            makeRoom(block.valueLength());
            whole.write(block.array(), block.valueOffset(), block.valueLength());
        } while (nextPiece());
        wholeBytes = whole.size();
    }

    /**
     * Large values often have the size of the one before: so few arrays are allocated, none much larger than the
     * received bytes.
     */
    private void makeRoom(int more) {
        if (whole.capacity() - whole.size() < more) {
            int likely = (int) Math.min(wholeBytes, MAX_GROWTH * (long) whole.capacity());
            whole.ensure(Math.max(more, likely - whole.size()));
        }
    }
}
