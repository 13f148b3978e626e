package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;

/**
 * The commit of segments whose files this node did not write: links to those of another group, or copies from another
 * node. They are complete and synced under their temporary names. Runs in {@link Group#change}. Stateless.
 *
 * <pre>
 *   sync the name of the group's directory, then those of the files
 *   write, sync, rename, sync the name    commit-K           the moment of the commit
 *   rename, show to readers               SUBGROUP-N.sss
 * </pre>
 */
final class FileCommit {
    private static final Logger LOG = LoggerFactory.getLogger(FileCommit.class);

    private FileCommit() {}

    /** Commits the segments; readers do not see them yet. After an error, none of them is committed. */
    static void add(Group group, CommitRecord record) throws IOException {
        group.disk().syncDirectory(group.storage().directory().groups());
        group.commits().addOrUndo(record);
    }

    /** Makes committed segments visible; those of a subgroup at once, or a reader could miss values of a key. */
    static void show(Group group, CommitRecord record) {
        Map<Integer, List<Segment>> subgroups = new LinkedHashMap<>();
        for (CommittedSegment segment : record.segments()) {
            subgroups
                    .computeIfAbsent(segment.subgroup(), n -> new ArrayList<>())
                    .add(group.fileSegment(segment.subgroup(), segment.number(), named(group, segment)));
        }
        subgroups.forEach((subgroup, shown) -> group.subgroup(subgroup).publish(shown));
    }

    /** Returns the path of the file: its final one, unless the disk refuses that until the next start. */
    private static Path named(Group group, CommittedSegment segment) {
        Path temporary = temporary(group, segment);
        Path sealed = temporary.resolveSibling(DataDirectory.sealedName(segment.subgroup(), segment.number()));
        try {
            return Files.move(temporary, sealed, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("{} is committed and is not renamed; the next start does it", temporary, e);
            return temporary;
        }
    }

    static Path temporary(Group group, CommittedSegment segment) {
        return group.directory().resolve(DataDirectory.temporaryName(segment.subgroup(), segment.number()));
    }
}
