package org.sss.dataserver.tuples;

import java.nio.ByteBuffer;
import java.util.List;
import org.sss.api.SssException;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.KeyRange;

/**
 * Committed runs of a subgroup in the file of a node. They are read as one run, since the file has merged them.
 * Thread-safe.
 */
public final class TupleSegment extends Segment {
    private static final ByteBuffer NO_ROOM = ByteBuffer.allocateDirect(0);

    private final TupleStore store;
    private final TupleRuns runs;
    private volatile boolean dropped;

    public TupleSegment(TupleStore store, Manifest manifest) {
        super(manifest.group(), manifest.subgroup(), manifest.number());
        this.store = store;
        runs = new TupleRuns(manifest.runs());
    }

    TupleRuns runs() {
        return runs;
    }

    @Override
    public List<TupleRun> runs(KeyRange range) {
        checkNotDropped();
        return runs.whole().overlaps(range) ? List.of(new TupleRun(this)) : List.of();
    }

    /** Reads the first records of the range, as many as fit into {@code batchBytes}. */
    boolean read(byte[] from, byte[] to, int batchBytes, TupleBatch into) {
        boolean any = into.read(store, from, to, batchBytes);
        checkNotDropped(); // after the read: a drop marks the segment before it deletes anything
        return any;
    }

    boolean isAny(byte[] from, byte[] to) {
        boolean any = store.read(from, to, NO_ROOM) != 0;
        checkNotDropped();
        return any;
    }

    private void checkNotDropped() {
        if (dropped) {
            throw Group.dropped(group());
        }
    }

    @Override
    public void setDropped() {
        dropped = true;
    }

    SssException corrupt(String what, Throwable cause) {
        return store.corrupt(this + ": " + what, cause);
    }
}
