package org.sss.net.block;

import java.util.Arrays;
import org.sss.api.ByteSink;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The tuples of one run in order, values in pieces put together again. One thread at a time. */
public final class RunCursor implements AutoCloseable {
    private final BlockSource source;
    private final BlockReader block = new BlockReader();
    private final int ordinal;
    private boolean blockLoaded;
    private boolean ended;
    private boolean newKey;
    private boolean tailSkipped;
    private long prefix;
    private ByteSink whole;
    private boolean assembled;

    /** @param ordinal breaks ties between runs that hold the same key: lower first */
    public RunCursor(BlockSource source, int ordinal) {
        this.source = source;
        this.ordinal = ordinal;
    }

    /** Moves to the next tuple; false at the end of the run. */
    public boolean next() {
        assembled = false;
        while (!blockLoaded || !block.next()) {
            if (!nextBlock()) {
                return false;
            }
        }
        newKey = block.isNewKey() || tailSkipped;
        tailSkipped = false;
        if (newKey) {
            prefix = BigEndian.prefix(block.array(), block.keyOffset(), block.keyLength());
        }
        if (block.valueContinues()) {
            assemble();
        }
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

    public byte[] valueArray() {
        return assembled ? whole.array() : block.array();
    }

    public int valueOffset() {
        return assembled ? 0 : block.valueOffset();
    }

    public int valueLength() {
        return assembled ? whole.size() : block.valueLength();
    }

    /** Whether this tuple may have another key than the one before; false is certain, true is a maybe. */
    public boolean mayBeNewKey() {
        return newKey;
    }

    boolean keyIs(byte[] key, int length) {
        return block.keyLength() == length
                && Arrays.equals(block.array(), block.keyOffset(), block.keyOffset() + length, key, 0, length);
    }

    /** Order of the current tuples: by key bytes, then by ordinal. */
    boolean before(RunCursor other) {
        if (prefix != other.prefix) {
            return Long.compareUnsigned(prefix, other.prefix) < 0;
        }
        int c = Arrays.compareUnsigned(keyArray(), keyOffset(), keyOffset() + keyLength(),
                other.keyArray(), other.keyOffset(), other.keyOffset() + other.keyLength());
        return c != 0 ? c < 0 : ordinal < other.ordinal;
    }

    @Override
    public void close() {
        source.close();
    }

    private boolean nextBlock() {
        boolean first = !blockLoaded && !ended;
        blockLoaded = !ended && source.next(block);
        ended = !blockLoaded;
        if (blockLoaded && block.continuesPrevious()) {
            skipTail(first);
        }
        return blockLoaded;
    }

    /** A scan of a range may begin at a block that begins with the last piece of a value outside the range. */
    private void skipTail(boolean first) {
        if (!first) {
            throw new SssException(ErrorCode.CORRUPT, "a block continues a value, but the block before did not begin one");
        }
        do {
            block.next();
        } while (block.valueContinues() && source.next(block));
        tailSkipped = true;
    }

    private void assemble() {
        if (whole == null) {
            whole = new ByteSink(2 * BlockFormat.MAX_PIECE_BYTES);
        }
        whole.clear();
        appendPiece();
        boolean goesOn = true;
        while (goesOn) {
            if (!source.next(block) || !block.continuesPrevious() || !block.next()) {
                throw new SssException(ErrorCode.CORRUPT, "a value in pieces breaks off after " + whole.size() + " bytes");
            }
            goesOn = block.valueContinues();
            appendPiece();
        }
        assembled = true;
    }

    private void appendPiece() {
        whole.write(block.array(), block.valueOffset(), block.valueLength());
    }
}
