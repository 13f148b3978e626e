package org.sss.dataserver.group;

import java.io.IOException;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;

/**
 * A way to store tuples on this node, one of {@link DataServerConfig.Layout}. A server writes in one layout, and reads
 * and drops existing tuples in any. Thread-safe.
 *
 * <pre>
 *   start    start
 *   put      SubgroupWriter.put        anything, as long as readers do not see it
 *   commit   SubgroupWriter.seal, sync as durable as it ever gets
 *            commit-K is written       the moment of the commit
 *            SealResult.publish            a Segment, which readers see
 *   restart  restore                   a Segment for each that a commit names and that no segment file is of
 *   drop     Segment.setDropped        for each; then SubgroupWriter.discard for what is not committed
 *            drop                      whatever is neither in segments nor in the group's directory
 * </pre>
 */
public interface StorageLayout extends AutoCloseable {
    /**
     * Makes the writer of a subgroup. Called by the storage thread of the subgroup, which owns the result,
     * when the first block arrives.
     *
     * @param number of the segment that it becomes
     */
    SubgroupWriter writer(Group group, Subgroup subgroup, int number, StorageThread thread);

    /**
     * Returns a segment of this layout that an earlier process committed, at its first use.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when it is missing
     */
    Segment restore(Group group, CommittedSegment committed);

    /** Makes what was sealed as durable as the data server is configured to. Called before the commit that names it. */
    default void sync() {
        // sealing did it
    }

    /**
     * Called once, before anything else.
     *
     * @param groups all with commits on this node, in any layout
     */
    default void start(Set<Long> groups) throws IOException {
        // nothing to check
    }

    /** {@code group} was dropped: it is not written or found any more. May be called twice. */
    default void drop(Group group) {
        // everything is in the group's directory
    }

    /** Frees the resources of segments; readers have ended. */
    @Override
    void close();
}
