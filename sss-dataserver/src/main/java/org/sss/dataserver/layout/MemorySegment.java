package org.sss.dataserver.layout;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.SssException;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.KeyRange;

/**
 * Committed runs in direct memory, which is freed when the segment has ended and its last open run is closed.
 * Thread-safe.
 */
public final class MemorySegment extends Segment {
    /**
     * A run: its blocks in order.
     *
     * @param index of all of them
     */
    public record StoredRun(RunInfo info, IndexPage index, List<ByteBuf> blocks) {}

    private final MemoryLayout layout;
    private final List<StoredRun> runs;
    private final long cost;
    /** Number of open runs, plus one for the segment itself until it ends; guarded by this. */
    private int users = 1;

    private volatile SssException ended;

    /** @param cost of {@code runs} in the budget */
    public MemorySegment(MemoryLayout layout, long group, int subgroup, int number, List<StoredRun> runs, long cost) {
        super(group, subgroup, number);
        this.layout = layout;
        this.runs = List.copyOf(runs);
        this.cost = cost;
    }

    long cost() {
        return cost;
    }

    @Override
    public synchronized List<MemoryRun> runs(KeyRange range) {
        checkNotEnded();
        List<MemoryRun> opened = new ArrayList<>();
        for (StoredRun run : runs) {
            if (run.info().overlaps(range)) {
                users++;
                opened.add(new MemoryRun(this, run));
            }
        }
        return opened;
    }

    void checkNotEnded() {
        SssException why = ended;
        if (why != null) {
            throw new SssException(why.code(), why.getMessage(), why);
        }
    }

    @Override
    public void setDropped() {
        end(Group.dropped(group()));
    }

    /** Fails reads from now on, for this reason. */
    synchronized void end(SssException why) {
        if (ended == null) {
            ended = why;
            release();
        }
    }

    /** Called when a run is closed. */
    synchronized void release() {
        if (--users == 0) {
            layout.free(this);
        }
    }

    void freeBlocks() {
        runs.forEach(run -> run.blocks().forEach(ByteBuf::release));
    }

    @Override
    public String toString() {
        return super.toString() + ", in memory";
    }
}
