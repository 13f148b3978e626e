package org.sss.dataserver.group;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.scan.RunSet;
import org.sss.net.block.KeyRange;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;

/**
 * Makes a group of hard links to the segments of another one, or of copies of its blocks if they are not in files of
 * their own: those of a group in memory, and of the layouts {@code memory} and {@code tuples}. Runs on the caller's thread, which has the lock of the
 * new group.
 *
 * <pre>
 *   link                                 SUBGROUP-N.tmp
 *   sync their directory, write, sync    commit-1          the moment of the commit; it names the group that wrote the segments
 *   rename, show to readers              SUBGROUP-N.sss
 * </pre>
 *
 * If the server is killed before the commit, nothing is committed; after it, everything is, as with
 * {@link GroupCommit}. A copy is written like what a client sends, one block at a time, and committed by
 * {@link GroupCommit}: it is in memory while there is room.
 */
public final class GroupClone {
    /** All tuples of a clone belong to one attempt. */
    public static final AttemptId ATTEMPT = new AttemptId("clone", 0, 0);

    private final Group source;
    private final Group target;
    private final GroupDescription description;

    public GroupClone(Group source, Group target, GroupDescription description) {
        this.source = source;
        this.target = target;
        this.description = description;
    }

    /** Returns what the new group stores on this node, whether it was made now or before. */
    public Stored run() {
        target.checkUsable();
        target.checkComplete();
        source.checkComplete();
        try {
            Stored before = target.commits().durableAttempts().get(ATTEMPT);
            if (before != null) {
                return before;
            }
            WholeGroups.lostSegments(source).stream().findFirst().ifPresent(lost -> {
                throw lost.error();
            });
            List<CommittedSegment> segments = source.commits().segments();
            return hasFiles(segments) ? clone(segments) : copy();
        } catch (NoSuchFileException e) {
            throw broken(new SssException(
                    ErrorCode.NOT_FOUND, "a file of group " + source.id() + " is gone: " + e.getFile(), e));
        } catch (IOException e) {
            throw broken(Disk.error("clone group " + source.id() + " to group " + target.id(), target.directory(), e));
        } catch (SssException e) {
            throw broken(e);
        }
    }

    private Stored clone(List<CommittedSegment> segments) throws IOException {
        if (segments.isEmpty()) {
            return Stored.NONE;
        }
        for (CommittedSegment segment : segments) {
            link(segment);
        }
        Stored stored = segments.stream().map(CommittedSegment::stored).reduce(Stored.NONE, Stored::plus);
        CommitRecord record = new CommitRecord(
                target.key(),
                description,
                List.of(new CommittedAttempt(ATTEMPT, stored)),
                segments,
                source.writer(),
                List.of());
        FileCommit.add(target, record);
        FileCommit.show(target, record);
        return stored;
    }

    private boolean hasFiles(List<CommittedSegment> segments) {
        return !source.endsWithProcess()
                && segments.stream().allMatch(segment -> segment.layout() == DataServerConfig.Layout.BLOCKS);
    }

    /** What was written before a failure is discarded when the new group is dropped. */
    private Stored copy() {
        Attempt attempt = target.start(ATTEMPT);
        Attempt.OpenStream stream = failure -> {}; // the next block notices it
        attempt.add(stream);
        Stored copied = Stored.NONE;
        for (Subgroup subgroup : source.subgroups()) {
            copied = copied.plus(copy(subgroup, attempt));
        }
        attempt.finish(stream, copied);
        return new GroupCommit(target, List.of(ATTEMPT), description).run();
    }

    /** The number of a run in the order of values is the sequence of its copy, so values keep their order. */
    private Stored copy(Subgroup subgroup, Attempt attempt) {
        DataServerConfig config = source.storage().config();
        Stored copied = Stored.NONE;
        try (RunSet runs = RunSet.open(subgroup.segments(), KeyRange.ALL, config)) {
            int sequence = 0;
            for (FrameSource run : runs.separateFrames()) {
                try (run) {
                    for (ByteBuf block = run.next(); block != null; block = run.next()) {
                        checkNotFailed(attempt);
                        copied = copied.plus(GroupCommit.await(
                                target.subgroup(subgroup.number()).copy(attempt, sequence, block),
                                config.requests().commitTimeout()));
                    }
                }
                sequence++;
            }
        }
        return copied;
    }

    private static void checkNotFailed(Attempt attempt) {
        SssException failure = attempt.failure();
        if (failure != null) {
            throw new SssException(failure.code(), failure.getMessage(), failure);
        }
    }

    private void link(CommittedSegment segment) throws IOException {
        Path file = source.directory().resolve(DataDirectory.sealedName(segment.subgroup(), segment.number()));
        target.makeDirectory();
        Path link = FileCommit.temporary(target, segment);
        try {
            Files.createLink(link, file);
        } catch (FileAlreadyExistsException e) { // of an attempt that failed
            Files.delete(link);
            Files.createLink(link, file);
        } catch (UnsupportedOperationException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the file system of " + link.getParent() + " has no hard links; copy the group with a"
                            + " job, such as 'sss sort GROUP NEW-GROUP'",
                    e);
        }
    }

    /** Prevents use of a partial clone: only dropping it helps. */
    private SssException broken(SssException why) {
        target.close(new SssException(
                why.code(),
                "cloning group " + source.id() + " to it failed: " + why.getMessage()
                        + " (nothing of the new group can be read; it is dropped)",
                why));
        return why;
    }
}
