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
 * A way in which tuples lie on this node, one of {@link DataServerConfig.Layout}. A server writes in one layout, and reads and
 * drops what is there in any. Thread-safe.
 *
 * <pre>
 *   start    start
 *   put      SubgroupWriter.put        anything, as long as nobody sees it
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
     * What a subgroup is written with from now on. Called by the storage thread of the subgroup, to which the result belongs,
     * when the first block comes.
     *
     * @param number of the segment that it becomes
     */
    SubgroupWriter writer(Group group, Subgroup subgroup, int number, StorageThread thread);

    /**
     * A segment of this layout that was committed before this process began, when it is first asked for.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when it should be there and is not
     */
    Segment restore(Group group, CommittedSegment committed);

    /** What was sealed so far is as durable as the data server was told to make it. Called before the commit that names it. */
    default void sync() {
        // sealing did it
    }

    /**
     * Called once, before anything else.
     *
     * @param groups all of which something was committed on this node, in whatever layout
     */
    default void start(Set<Long> groups) throws IOException {
        // nothing to look after
    }

    /** {@code group} was dropped: nobody writes or finds it any more. May be called twice. */
    default void drop(Group group) {
        // everything is in the group's directory
    }

    /** Frees what segments hold; readers have ended. */
    @Override
    void close();
}
