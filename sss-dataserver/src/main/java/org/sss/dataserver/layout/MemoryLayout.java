package org.sss.dataserver.layout;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.LostSegment;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.group.Subgroup;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;

/**
 * Stores committed tuples in memory while memory is free, else in segment files. Nothing in memory
 * survives the process. Thread-safe.
 */
public final class MemoryLayout implements StorageLayout {
    private static final long SMALL_BYTES = 256 << 10;

    private final MemoryBudget budget;
    private final Executor background;
    private final Set<MemorySegment> segments = ConcurrentHashMap.newKeySet();

    /** @param background frees memory; it gets at most one task for each segment */
    public MemoryLayout(MemoryBudget budget, Executor background) {
        this.budget = budget;
        this.background = background;
    }

    @Override
    public SubgroupWriter writer(Group group, Subgroup subgroup, int number, StorageThread thread) {
        return new BlocksWriter(group, subgroup, number, thread, this);
    }

    /** As {@link MemoryBudget#reserve}. */
    public boolean reserve(long bytes) {
        return budget.reserve(bytes);
    }

    /** As {@link MemoryBudget#unreserve}. */
    void unreserve(long bytes) {
        budget.unreserve(bytes);
    }

    /** Returns what is in use, for messages. */
    String usage() {
        return budget.toString();
    }

    /** Registers the segment. */
    public void add(MemorySegment segment) {
        segments.add(segment);
    }

    /**
     * Frees a segment without readers; in the background if it is large, as one with a million blocks takes some time.
     */
    void free(MemorySegment segment) {
        if (!segments.remove(segment)) {
            return;
        }
        if (segment.cost() <= SMALL_BYTES) {
            freeNow(segment);
        } else {
            background.execute(() -> freeNow(segment));
        }
    }

    private void freeNow(MemorySegment segment) {
        segment.freeBlocks();
        budget.unreserve(segment.cost());
        budget.give(segment.cost());
    }

    @Override
    public Segment restore(Group group, CommittedSegment committed) {
        return new LostSegment(
                group.id(),
                committed.subgroup(),
                committed.number(),
                committed.stored().tuples(),
                ErrorCode.NOT_FOUND,
                " was stored in memory and is lost since the restart of the data server at "
                        + group.storage().directory().root() + "; run the job that wrote it again");
    }

    @Override
    public void close() {
        SssException stopping = new SssException(ErrorCode.CLOSED, "the data server is stopping");
        segments.forEach(segment -> segment.end(stopping));
    }
}
