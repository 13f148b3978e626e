package org.sss.dataserver;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** A committed segment that was in the memory of a process that has ended. Immutable. */
final class LostSegment implements Segment {
    private final Group group;
    private final int subgroup;
    private final int number;

    LostSegment(Group group, int subgroup, int number) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
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
        throw new SssException(ErrorCode.NOT_FOUND, "group " + group.id() + ", subgroup " + subgroup + " was kept in memory"
                + " (storage.layout=memory) and is lost since the restart of the data server at "
                + group.storage().directory().root() + "; run the job that wrote it again");
    }

    @Override
    public void setDropped() {
        // there is nothing to free
    }
}
