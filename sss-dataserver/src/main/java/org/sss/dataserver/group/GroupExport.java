package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.segment.FileSegment;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;

/**
 * The committed segments of some subgroups, for copies on other nodes. Immutable.
 *
 * @param writer      whose number and identity the segments have
 * @param description null when unknown
 */
public record GroupExport(GroupKey writer, GroupDescription description, List<SegmentFile> files) {
    /** A sealed segment in a file of its own. */
    public record SegmentFile(CommittedSegment committed, FileSegment segment) {}

    /**
     * Returns those of these subgroups that are here.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if this node stores nothing of the group;
     *     {@link ErrorCode#INVALID_ARGUMENT} if a segment is not in a file of its own; {@link ErrorCode#CORRUPT} if one
     *     is lost
     */
    public static GroupExport of(Groups groups, GroupKey key, Set<Integer> subgroups) {
        Group group = groups.find(key);
        if (group == null) {
            throw new SssException(ErrorCode.NOT_FOUND, "nothing of group " + key.id() + " is stored on this node");
        }
        checkLasting(group);
        group.checkComplete();
        List<SegmentFile> files = new ArrayList<>();
        for (CommittedSegment committed : group.commits().segments()) {
            if (subgroups.contains(committed.subgroup())) {
                files.add(new SegmentFile(committed, file(group, committed)));
            }
        }
        return new GroupExport(group.writer(), group.commits().description(), List.copyOf(files));
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} */
    static void checkLasting(Group group) {
        if (group.endsWithProcess() || group.hasEnded()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group " + group.id() + " is temporary or in memory and ends with its node, so it has no copies");
        }
    }

    private static FileSegment file(Group group, CommittedSegment committed) {
        Segment found = group.subgroup(committed.subgroup()).segment(committed.number());
        if (found instanceof LostSegment lost) {
            throw lost.error();
        }
        if (found == null) { // it is being deleted
            throw FileSegment.gone("group " + group.id() + ", subgroup " + committed.subgroup());
        }
        if (committed.layout() != DataServerConfig.Layout.BLOCKS || !(found instanceof FileSegment file)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group " + group.id() + ", subgroup " + committed.subgroup() + " is in layout "
                            + committed.layout() + ": only segments in files of their own (storage.layout = blocks)"
                            + " can be copied");
        }
        return file;
    }
}
