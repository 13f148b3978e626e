package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.AppendFile;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.CommitRecord.SegmentNumber;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.FetchedSegment;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;
import org.sss.net.control.SubgroupTuples;

/**
 * The group that copies of segments from other nodes become part of. A copy that fails changes nothing: what the node
 * had of the group stays readable. Thread-safe.
 */
public final class GroupImport {
    /** All tuples of a copy belong to one attempt. */
    private static final AttemptId ATTEMPT = new AttemptId("copy", 0, 0);

    private final Group group;

    /**
     * A file that is complete, verified and synced.
     *
     * @param draft its path, which is not that of a segment
     */
    public record CopiedSegment(FetchedSegment segment, Path draft) {
        Integer subgroup() {
            return segment.subgroup();
        }
    }

    private GroupImport(Group group) {
        this.group = group;
    }

    /**
     * Finds the group, or makes it.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it ends with this process; as {@link Groups#find}
     */
    public static GroupImport of(Groups groups, GroupKey key) {
        Group group = groups.forWriting(key);
        group.checkIs(key);
        GroupExport.checkLasting(group);
        return new GroupImport(group);
    }

    /** @throws SssException with the reason if nothing can be written */
    public void checkUsable() {
        group.checkUsable();
    }

    /** Returns the tuples of each subgroup that is here, durably. */
    public SubgroupTuples subgroups() {
        checkUsable();
        try {
            group.commits().durableAttempts();
        } catch (IOException e) {
            throw Disk.error("sync the commits of group " + group.id(), group.directory(), e);
        }
        return group.wholeSubgroups();
    }

    /** As {@link Group#part}. */
    public CommittedPart part() {
        return group.part();
    }

    /** Returns the path of a file in the directory of the group. */
    public Path path(String name) {
        return group.directory().resolve(name);
    }

    /** Creates a file, not in a directory that a drop has taken away. */
    public AppendFile create(Path file) {
        return group.change(() -> {
            checkUsable();
            try {
                group.makeDirectory();
                return AppendFile.create(file);
            } catch (IOException e) {
                throw error(e);
            }
        });
    }

    /** Makes what a file has durable. */
    public void sync(AppendFile file) {
        try {
            file.sync(group.disk());
        } catch (IOException e) {
            throw error(e);
        }
    }

    /** Makes files durable, several at once, as a commit does: one after the other would take longer. */
    public void sync(List<AppendFile> files, Runnable afterEach) {
        List<CompletableFuture<Void>> syncs = new ArrayList<>();
        for (AppendFile file : group.disk().isSynced() ? files : List.<AppendFile>of()) {
            syncs.add(group.storage().thread(syncs.size()).call(() -> {
                sync(file);
                return null;
            }));
        }
        for (CompletableFuture<Void> sync : syncs) {
            GroupCommit.await(sync, group.storage().config().requests().commitTimeout());
            afterEach.run();
        }
    }

    public SssException error(IOException e) {
        return Disk.error("copy group " + group.id() + " to this node", group.directory(), e);
    }

    /**
     * Commits these files, all or none, in place of segments of their subgroups that are lost.
     *
     * @param writer whose number and identity they have
     */
    public void commit(GroupDescription description, GroupKey writer, List<CopiedSegment> copies) {
        group.change(() -> {
            commitAlone(description, writer, copies);
            return null;
        });
    }

    private void commitAlone(GroupDescription description, GroupKey writer, List<CopiedSegment> copies) {
        checkUsable();
        group.checkComplete();
        checkWriter(writer);
        checkAbsent(copies);
        List<LostSegment> lost = WholeGroups.lostSegments(group).stream()
                .filter(segment -> copies.stream().anyMatch(copy -> copy.subgroup() == segment.subgroup()))
                .toList();
        List<CommittedSegment> segments = new ArrayList<>();
        boolean committed = false;
        try {
            for (CopiedSegment copy : inOrder(copies)) {
                CommittedSegment segment = numbered(copy.segment());
                segments.add(segment);
                Files.move(copy.draft(), FileCommit.temporary(group, segment), StandardCopyOption.ATOMIC_MOVE);
            }
            CommitRecord record = record(description, writer, segments, lost);
            FileCommit.add(group, record);
            committed = true;
            lost.forEach(segment -> group.subgroup(segment.subgroup()).remove(List.of(segment)));
            FileCommit.show(group, record);
        } catch (IOException e) {
            throw error(e);
        } finally {
            if (!committed) {
                segments.forEach(segment -> Disk.delete(FileCommit.temporary(group, segment)));
            }
        }
    }

    /** The segments of a group have one writer, see {@link Group#writer}. */
    private void checkWriter(GroupKey writer) {
        if (group.commits().isAny() && !group.writer().equals(writer)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "segments of group " + group.id() + " on this node were written as group "
                            + group.writer().id() + ", those to copy as group " + writer.id()
                            + ", and cannot be mixed; copy the group with a job, such as 'sss sort GROUP NEW-GROUP'");
        }
    }

    private void checkAbsent(List<CopiedSegment> copies) {
        long[] whole = group.wholeSubgroups().all();
        for (CopiedSegment copy : copies) {
            if (copy.subgroup() < whole.length && whole[copy.subgroup()] > 0) {
                throw new SssException(
                        ErrorCode.ALREADY_EXISTS,
                        "subgroup " + copy.subgroup() + " of group " + group.id()
                                + " was committed here while it was copied; ask again");
            }
        }
    }

    /** In the order in which their numbers were given, which is the order of values of equal keys. */
    private static List<CopiedSegment> inOrder(List<CopiedSegment> copies) {
        return copies.stream()
                .sorted(Comparator.comparing(CopiedSegment::subgroup)
                        .thenComparing(copy -> copy.segment().number()))
                .toList();
    }

    private CommittedSegment numbered(FetchedSegment copied) {
        int number = GroupCommit.await(
                group.subgroup(copied.subgroup()).nextNumber(),
                group.storage().config().requests().commitTimeout());
        return new CommittedSegment(
                copied.subgroup(),
                number,
                DataServerConfig.Layout.BLOCKS,
                copied.stored(),
                copied.fileBytes(),
                number == copied.number() ? null : copied.number());
    }

    private CommitRecord record(
            GroupDescription description, GroupKey writer, List<CommittedSegment> segments, List<LostSegment> lost) {
        Stored stored = segments.stream().map(CommittedSegment::stored).reduce(Stored.NONE, Stored::plus);
        return new CommitRecord(
                group.key(),
                description,
                List.of(new CommittedAttempt(ATTEMPT, stored)),
                segments,
                writer.equals(group.key()) ? null : writer,
                lost.stream()
                        .map(segment -> new SegmentNumber(segment.subgroup(), segment.number()))
                        .toList());
    }
}
