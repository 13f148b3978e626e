package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;

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

    /** Makes committed segments visible. */
    static void show(Group group, CommitRecord record) {
        for (CommittedSegment segment : record.segments()) {
            group.subgroup(segment.subgroup())
                    .publish(group.fileSegment(segment.subgroup(), segment.number(), named(group, segment)));
        }
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
