package org.sss.dataserver.layout;

import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.LostSegment;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.group.Subgroup;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.segment.FileSegment;

/** One file for each subgroup and commit, with one block per record. Thread-safe. */
public final class BlocksLayout implements StorageLayout {
    @Override
    public SubgroupWriter writer(Group group, Subgroup subgroup, int number, StorageThread thread) {
        return new BlocksWriter(group, subgroup, number, thread, null);
    }

    /** A segment with a file was found by its file, so a missing one is lost. */
    @Override
    public Segment restore(Group group, CommittedSegment committed) {
        Path file = group.directory().resolve(DataDirectory.sealedName(committed.subgroup(), committed.number()));
        return new LostSegment(
                group.id(),
                committed.subgroup(),
                committed.number(),
                committed.stored().tuples(),
                ErrorCode.CORRUPT,
                ", file " + file + FileSegment.damage("the file is missing"));
    }

    @Override
    public void close() {
        // files stay
    }
}
