package org.sss.dataserver.group;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.KeyRange;

/** A committed segment that is lost. Immutable. */
public final class LostSegment extends Segment {
    private final long tuples;
    private final ErrorCode code;
    private final String what;

    /**
     * @param tuples its number of tuples
     * @param code   of the error for readers
     * @param what   happened to it, after its group and subgroup, and what to do; starts with a space or comma
     */
    public LostSegment(long group, int subgroup, int number, long tuples, ErrorCode code, String what) {
        super(group, subgroup, number);
        this.tuples = tuples;
        this.code = code;
        this.what = what;
    }

    long tuples() {
        return tuples;
    }

    /** Returns true if it is lost because the layout stores nothing across a restart. */
    boolean wasInMemory() {
        return code == ErrorCode.NOT_FOUND;
    }

    @Override
    public List<Run> runs(KeyRange range) {
        throw error();
    }

    SssException error() {
        return new SssException(code, message());
    }

    /** Returns what happened to it, and what to do. */
    String message() {
        return this + what;
    }

    @Override
    public void setDropped() {
        // there is nothing to free
    }
}
