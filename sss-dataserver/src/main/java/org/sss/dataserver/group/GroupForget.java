package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.segment.FileSegment;

/**
 * Deletes subgroups of a group that other nodes have. Runs on the caller's thread, in {@link Group#change}.
 *
 * <pre>
 *   hide from new readers, rename            SUBGROUP-N.tmp     new readers fail, and ask another node
 *   sync names, write, sync, rename, sync    commit-K          the moment of the removal
 *   unlink, in the background
 * </pre>
 *
 * After a crash before the moment, the next start gives the files their names again; after it, it deletes them.
 */
public final class GroupForget {
    private final Group group;
    private final Set<Integer> keep;

    public GroupForget(Group group, List<Integer> keep) {
        this.group = group;
        this.keep = Set.copyOf(keep);
    }

    /**
     * Deletes all subgroups but those to keep.
     *
     * @throws SssException {@link ErrorCode#STORAGE}, and nothing has changed
     */
    public void run() {
        group.checkUsable();
        group.checkComplete();
        List<CommittedSegment> removed = group.commits().segments().stream()
                .filter(segment -> !keep.contains(segment.subgroup()))
                .toList();
        if (removed.isEmpty()) {
            return;
        }
        removed.forEach(this::checkHasFile);
        Map<CommittedSegment, Segment> hidden = hide(removed);
        List<CommittedSegment> renamed = new ArrayList<>();
        boolean done = false;
        try {
            for (CommittedSegment segment : removed) {
                if (Disk.exists(sealed(segment))) { // else it is lost
                    move(sealed(segment), FileCommit.temporary(group, segment));
                    renamed.add(segment);
                }
            }
            group.commits().addOrUndo(record(removed));
            done = true;
        } catch (IOException e) {
            throw Disk.error("delete subgroups of group " + group.id(), group.directory(), e);
        } finally {
            if (!done) {
                restore(hidden, renamed);
            }
        }
        group.storage().trash().later(() -> renamed.forEach(s -> Disk.delete(FileCommit.temporary(group, s))));
    }

    private CommitRecord record(List<CommittedSegment> removed) {
        return new CommitRecord(
                group.key(),
                null,
                List.of(),
                List.of(),
                null,
                removed.stream().map(CommittedSegment::id).toList());
    }

    private void checkHasFile(CommittedSegment segment) {
        if (segment.layout() != DataServerConfig.Layout.BLOCKS) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "subgroup " + segment.subgroup() + " of group " + group.id() + " is in layout " + segment.layout()
                            + " and has no copies; drop the group instead");
        }
    }

    private Map<CommittedSegment, Segment> hide(List<CommittedSegment> removed) {
        Map<CommittedSegment, Segment> hidden = new LinkedHashMap<>();
        for (CommittedSegment committed : removed) {
            hidden.put(committed, group.subgroup(committed.subgroup()).segment(committed.number()));
        }
        bySubgroup(hidden)
                .forEach((subgroup, segments) -> group.subgroup(subgroup).remove(segments));
        hidden.values().stream()
                .filter(FileSegment.class::isInstance)
                .forEach(segment -> ((FileSegment) segment).setGone());
        return hidden;
    }

    private void restore(Map<CommittedSegment, Segment> hidden, List<CommittedSegment> renamed) {
        for (CommittedSegment segment : renamed) {
            try {
                move(FileCommit.temporary(group, segment), sealed(segment));
            } catch (IOException e) {
                // reads fail with the name of the file, and the next start renames it
            }
        }
        hidden.replaceAll((committed, segment) -> segment instanceof LostSegment
                ? segment
                : group.fileSegment(committed.subgroup(), committed.number(), sealed(committed)));
        bySubgroup(hidden)
                .forEach((subgroup, segments) -> group.subgroup(subgroup).publish(segments));
    }

    private static Map<Integer, List<Segment>> bySubgroup(Map<CommittedSegment, Segment> segments) {
        return segments.entrySet().stream()
                .collect(Collectors.groupingBy(
                        segment -> segment.getKey().subgroup(),
                        Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    private Path sealed(CommittedSegment segment) {
        return group.directory().resolve(DataDirectory.sealedName(segment.subgroup(), segment.number()));
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }
}
