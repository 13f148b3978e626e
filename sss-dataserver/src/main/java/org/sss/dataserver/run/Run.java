package org.sss.dataserver.run;

import org.sss.api.SssException;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;

/**
 * A committed run, open for reading: its data stays readable until it is closed, also when its group is dropped. One
 * thread at a time. The owner closes it, or hands it over to {@link #source}, {@link #frames} or {@link #keys}.
 */
public interface Run extends AutoCloseable {
    RunInfo info();

    /** Returns an error about its bytes that states where they are stored and what to do. */
    SssException corrupt(String what, Throwable cause);

    /** Idempotent. */
    @Override
    void close();

    /**
     * Returns the blocks that may have keys of {@code range}, in order, for a reader in this JVM; owns this run. The
     * first one may start with the tail of a value, or with keys, before the range. Checksums are compared.
     *
     * @param batchBytes how much to read at once
     */
    BlockSource source(KeyRange range, int batchBytes);

    /** As {@link #source}, for the wire. */
    FrameSource frames(KeyRange range, int batchBytes);

    /**
     * As {@link #frames}, for a client that accepts several blocks in a frame ({@link org.sss.net.data.BlockBatch}); if
     * batches save nothing, each frame has one block.
     */
    default FrameSource batches(KeyRange range, FrameForm form) {
        return frames(range, form.maxBytes());
    }

    /**
     * Finds single keys; owns this run.
     *
     * @param oneOfMany whether the same keys are looked up in other runs, so that most keys are not in this one
     */
    KeyFinder keys(BlockSlots.Slot slot, boolean oneOfMany);
}
