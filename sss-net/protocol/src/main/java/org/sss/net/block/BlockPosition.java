package org.sss.net.block;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The position of a reader in the blocks of a scan run after run, at which a scan of another copy can continue: a
 * number of blocks, since copies have the same blocks in the same order. Compares the checksums of blocks that it skips
 * with those that were read. One thread at a time.
 */
public final class BlockPosition implements ReadPosition {
    private final byte[] from;
    private long blocks;
    /** Of the checksums of these blocks, in their order. */
    private long hash;

    private long skipped;
    private long skippedHash;

    /** @param from the lower bound of the scan, or null */
    public BlockPosition(byte[] from) {
        this.from = from;
    }

    @Override
    public byte[] from() {
        return from;
    }

    @Override
    public void start() {
        skipped = 0;
        skippedHash = 0;
    }

    @Override
    public boolean enter(BlockReader block) {
        int checksum = BigEndian.getInt(block.blockArray(), block.blockOffset() + BlockFormat.CRC_AT);
        if (skipped < blocks) {
            skipped++;
            skippedHash = 31 * skippedHash + checksum;
            checkSkipped();
            return false;
        }
        blocks++;
        skipped++;
        hash = 31 * hash + checksum;
        return true;
    }

    private void checkSkipped() {
        if (skipped == blocks && skippedHash != hash) {
            throw differs("its first " + blocks + " blocks are others than those that were read of another copy");
        }
    }

    @Override
    public void leave(BlockReader block) {
        // counted when it was entered
    }

    @Override
    public void end() {
        if (skipped < blocks) {
            throw differs("it has " + skipped + " blocks, and " + blocks + " were read of another copy");
        }
    }

    private static SssException differs(String what) {
        return new SssException(ErrorCode.CORRUPT, "this copy differs: " + what);
    }
}
