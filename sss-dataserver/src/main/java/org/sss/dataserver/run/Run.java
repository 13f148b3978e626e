package org.sss.dataserver.run;

import org.sss.api.SssException;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;

/**
 * A committed run, open for reading: what it needs stays there until it is closed, also when its group is dropped. One
 * thread at a time. Whoever has it closes it, or hands it over to {@link #source}, {@link #frames} or {@link #keys}.
 */
public interface Run extends AutoCloseable {
    RunInfo info();

    /** An error about its bytes: says where they lie and what to do. */
    SssException corrupt(String what, Throwable cause);

    /** Idempotent. */
    @Override
    void close();

    /**
     * The blocks that may have keys of {@code range}, in order, for a reader in this JVM; owns this run. The first one may begin
     * with the tail of a value, or with keys, before the range. Checksums are compared.
     *
     * @param batchBytes how much to read at once
     */
    BlockSource source(KeyRange range, int batchBytes);

    /** As {@link #source} for the wire. */
    FrameSource frames(KeyRange range, int batchBytes);

    /**
     * As {@link #frames} for a client that takes several blocks in a frame ({@link org.sss.net.data.BlockBatch}); where that
     * saves nothing, there is one in each.
     */
    default FrameSource batches(KeyRange range, FrameForm form) {
        return frames(range, form.mostBytes());
    }

    /**
     * Finds single keys; owns this run.
     *
     * @param oneOfMany whether other runs are asked for the same keys, so that most keys are not in this one
     */
    KeyFinder keys(BlockSlots.Slot slot, boolean oneOfMany);
}
