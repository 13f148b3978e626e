package org.sss.dataserver.run;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.KeyRange;

/** Committed runs of one subgroup, in a file or in memory; they never change. Thread-safe. */
public abstract class Segment {
    private final long group;
    private final int subgroup;
    private final int number;

    /** @param number N of its file name; counts from 1 in a subgroup */
    protected Segment(long group, int subgroup, int number) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
    }

    public final long group() {
        return group;
    }

    public final int subgroup() {
        return subgroup;
    }

    public final int number() {
        return number;
    }

    /**
     * Returns the committed runs that may have keys of {@code range}, open for reading, in any order. The caller closes
     * each of them; when this throws, none is left open.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when the group was dropped, {@link ErrorCode#CORRUPT},
     *     {@link ErrorCode#STORAGE}, {@link ErrorCode#CLOSED} when the server is stopping
     */
    public abstract List<? extends Run> runs(KeyRange range);

    /**
     * Marks the group as dropped: {@link #runs} and reads of open runs fail with {@link ErrorCode#NOT_FOUND} from now
     * on, and the resources of the segment (file handles, memory) are released once the last open run is closed.
     * Idempotent.
     */
    public abstract void setDropped();

    @Override
    public String toString() {
        return "group " + group + ", subgroup " + subgroup;
    }
}
