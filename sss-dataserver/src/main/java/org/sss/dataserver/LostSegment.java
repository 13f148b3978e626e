package org.sss.dataserver;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** A committed segment that is not there any more. Immutable. */
final class LostSegment implements Segment {
    private final Group group;
    private final int subgroup;
    private final int number;
    private final ErrorCode code;
    private final String what;

    /**
     * @param code what readers get
     * @param what happened to it, after its group and subgroup, and what to do
     */
    LostSegment(Group group, int subgroup, int number, ErrorCode code, String what) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.code = code;
        this.what = what;
    }

    @Override
    public long group() {
        return group.id();
    }

    @Override
    public int subgroup() {
        return subgroup;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public List<Run> runs(KeyRange range) {
        throw new SssException(code, "group " + group.id() + ", subgroup " + subgroup + " " + what);
    }

    @Override
    public void setDropped() {
        // there is nothing to free
    }
}
