package org.sss.dataserver.fsck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DataDirectory.SegmentName;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.fsck.Fsck.SubgroupContent;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.BlockDigest;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.CommitRecord.SegmentNumber;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/** Verifies the directory of one group: its commits against the files. One thread, once. */
final class FsckGroup {
    private static final String WHAT_TO_DO =
            "; restore it from a copy, or drop the group and run the job that wrote it again";

    private final long id;
    private final Path directory;
    private final FsckReport report;
    private final Path tuples;
    /** By the file's final name. */
    private final Map<String, CommittedSegment> committed = new TreeMap<>();

    private final Set<String> removed = new HashSet<>();
    private final Map<SegmentNumber, Long> digests = new HashMap<>();
    /** Subgroups with a file in which a problem was found. */
    private final Set<Integer> damaged = new HashSet<>();

    private boolean commitsAreGood = true;
    /** By subgroup. */
    private final Map<Integer, Long> committedTuples = new TreeMap<>();
    /** Identity in the first commit that can be read; null before that. */
    private String identity;

    private boolean temporary;
    /** Writer of the segments, according to the first commit; null before that. */
    private GroupKey writer;

    /** @param tuples file of layout tuples, which is not verified */
    FsckGroup(long id, Path directory, FsckReport report, Path tuples) {
        this.id = id;
        this.directory = directory;
        this.report = report;
        this.tuples = tuples;
    }

    /** Returns what the commits record. */
    Fsck.GroupContent verify() throws IOException {
        report.group(id);
        List<Path> files = Fsck.list(directory);
        readCommits(files);
        for (Path file : files) {
            verifyFile(file);
        }
        for (CommittedSegment segment : committed.values()) {
            Path file = directory.resolve(DataDirectory.sealedName(segment.subgroup(), segment.number()));
            if (!Disk.exists(file) && !Disk.exists(temporary(segment))) {
                report.problem("group " + id + ", subgroup " + segment.subgroup() + ": the file " + file
                        + " is missing, with " + segment.stored().tuples() + " tuples" + WHAT_TO_DO);
                damaged.add(segment.subgroup());
            }
        }
        return new Fsck.GroupContent(
                id,
                identity,
                temporary,
                committedTuples.keySet().stream().map(this::subgroup).toList(),
                files.stream()
                        .anyMatch(file ->
                                DataDirectory.commitNumber(file.getFileName().toString()) > 0),
                commitsAreGood);
    }

    private SubgroupContent subgroup(int subgroup) {
        List<CommittedSegment> segments = committed.values().stream()
                .filter(segment -> segment.subgroup() == subgroup)
                .sorted(Comparator.comparingInt(CommittedSegment::number))
                .toList();
        Long digest = Integer.toUnsignedLong(BlockDigest.NONE);
        for (CommittedSegment segment : segments) {
            Long next = digests.get(segment.id());
            digest = digest == null || next == null
                    ? null
                    : Integer.toUnsignedLong(BlockDigest.add(digest.intValue(), next.intValue()));
        }
        return new SubgroupContent(
                subgroup,
                committedTuples.get(subgroup),
                segments.stream().mapToLong(CommittedSegment::fileBytes).sum(),
                digest,
                segments.isEmpty()
                        ? null
                        : directory.resolve(DataDirectory.sealedName(
                                subgroup, segments.get(0).number())),
                damaged.contains(subgroup));
    }

    private Path temporary(CommittedSegment segment) {
        return directory.resolve(DataDirectory.temporaryName(segment.subgroup(), segment.number()));
    }

    private void readCommits(List<Path> files) {
        TreeMap<Integer, Path> commits = new TreeMap<>();
        files.forEach(file ->
                commits.put(DataDirectory.commitNumber(file.getFileName().toString()), file));
        commits.remove(-1);
        int expected = 1;
        for (Map.Entry<Integer, Path> commit : commits.entrySet()) {
            for (; expected < commit.getKey(); expected++) {
                badCommit(directory.resolve(DataDirectory.COMMIT + expected), "is missing");
            }
            expected = commit.getKey() + 1;
            readCommit(commit.getValue());
        }
    }

    private void readCommit(Path file) {
        try {
            CommitRecord record = CommitRecord.decode(Files.readAllBytes(file));
            if (record.group() != id) {
                badCommit(file, "is of group " + record.group());
                return;
            }
            identity = identity == null ? record.identity() : identity;
            writer = writer == null ? record.writtenBy() : writer;
            if (!identity.equals(record.identity())) {
                badCommit(
                        file,
                        "is of another group of this number: its identity is " + record.identity()
                                + ", that of the first commit " + identity);
                return;
            }
            temporary |= record.description() != null && record.description().temporary();
            record.removed().forEach(this::remove);
            for (CommittedSegment segment : record.segments()) {
                committedTuples.merge(segment.subgroup(), segment.stored().tuples(), Long::sum);
                if (segment.layout() == DataServerConfig.Layout.MEMORY) {
                    report.remains("group " + id + ", subgroup " + segment.subgroup() + ": "
                            + segment.stored().tuples()
                            + " tuples were stored in memory and were lost when the server ended");
                } else if (segment.layout() == DataServerConfig.Layout.TUPLES) {
                    verifyTuples(segment);
                } else if (committed.put(DataDirectory.sealedName(segment.subgroup(), segment.number()), segment)
                        != null) {
                    badCommit(
                            file,
                            "commits subgroup " + segment.subgroup() + ", segment " + segment.number() + " again");
                }
            }
            checkSums(file, record);
        } catch (SssException e) {
            badCommit(file, "is damaged: " + e.getMessage());
        } catch (IOException e) {
            badCommit(file, "cannot be read: " + e.getMessage());
        }
    }

    private void remove(SegmentNumber id) {
        String name = DataDirectory.sealedName(id.subgroup(), id.number());
        removed.add(name);
        CommittedSegment known = committed.remove(name);
        if (known != null) {
            committedTuples.computeIfPresent(
                    id.subgroup(),
                    (subgroup, tuples) -> tuples == known.stored().tuples()
                            ? null
                            : tuples - known.stored().tuples());
        }
    }

    private void verifyTuples(CommittedSegment segment) throws IOException {
        if (!Disk.exists(tuples)) {
            report.problem("group " + id + ", subgroup " + segment.subgroup() + ": "
                    + segment.stored().tuples() + " tuples were stored in " + tuples + ", which is missing"
                    + WHAT_TO_DO);
        }
    }

    /** Compares the totals that the attempts reported with those of their segments. */
    private void checkSums(Path file, CommitRecord record) {
        Stored attempts =
                record.attempts().stream().map(CommittedAttempt::stored).reduce(Stored.NONE, Stored::plus);
        Stored segments =
                record.segments().stream().map(CommittedSegment::stored).reduce(Stored.NONE, Stored::plus);
        if (!attempts.equals(segments)) {
            badCommit(file, "states that its attempts have " + attempts + " and its segments " + segments);
        }
    }

    private void badCommit(Path file, String what) {
        commitsAreGood = false;
        report.problem("group " + id + ": the commit file " + file + " " + what + WHAT_TO_DO);
    }

    private void verifyFile(Path file) throws IOException {
        String name = file.getFileName().toString();
        SegmentName segment = SegmentName.parse(name);
        if (segment != null
                && DataDirectory.sealedName(segment.subgroup(), segment.number())
                        .equals(name)) {
            verifySealed(file, segment, committed.get(name));
        } else if (name.endsWith(DataDirectory.TEMPORARY)) {
            verifyTemporary(file, segment);
        } else if (DataDirectory.commitNumber(name) < 0) {
            report.problem("group " + id + ": " + file + " does not belong here; it is not used, move it away");
        }
    }

    private void verifySealed(Path file, SegmentName name, CommittedSegment expected) throws IOException {
        if (removed.contains(file.getFileName().toString())) {
            report.remains(file + " was removed; it is deleted when the group is used");
            return;
        }
        if (expected == null && commitsAreGood) {
            report.problem("group " + id + ", subgroup " + name.subgroup() + ": no commit names the file " + file
                    + ", and yet readers see it; move it away, or restore the commit file that named it");
        }
        verify(file, name, expected);
    }

    private void verify(Path file, SegmentName name, CommittedSegment expected) throws IOException {
        long before = report.problems();
        FsckSegment segment = new FsckSegment(name, file, report, id, writer);
        segment.verify(expected);
        digests.put(new SegmentNumber(name.subgroup(), name.number()), segment.digest());
        if (report.problems() > before) {
            damaged.add(name.subgroup());
        }
    }

    private void verifyTemporary(Path file, SegmentName name) throws IOException {
        CommittedSegment expected =
                name == null ? null : committed.get(DataDirectory.sealedName(name.subgroup(), name.number()));
        if (expected == null) {
            report.remains(file + " was never committed; the next start deletes it");
        } else {
            report.remains(file + " is committed and gets its final name at the next start");
            verify(file, name, expected);
        }
    }
}
