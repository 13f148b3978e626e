package org.sss.dataserver;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockSource;

/**
 * A committed run, open for reading: what it needs stays there until it is closed, also when its group is dropped. One
 * thread at a time. It is read once, by one of {@link #source} and {@link #frames}, which take it over: closing what they
 * give closes the run. Closing is idempotent.
 *
 * <p>Reads fail with {@link ErrorCode#CORRUPT} when a block is not what was committed, or when a whole run has ended with
 * other counts than {@link #info} has; with {@link ErrorCode#NOT_FOUND} after the group was dropped.
 */
interface Run extends AutoCloseable {
    RunInfo info();

    /**
     * The blocks that may have keys of {@code range}, in order, for a reader in this JVM. The first one may begin with the tail
     * of a value, or with keys, before the range; checksums are checked.
     *
     * @param batchBytes how much to have in memory at once, or one block if that is larger
     */
    BlockSource source(KeyRange range, int batchBytes);

    /** As {@link #source} for the wire, as they are stored; the receiver checks the checksums. */
    FrameSource frames(KeyRange range, int batchBytes);

    /** @throws SssException never because of what was read before */
    @Override
    void close();
}
