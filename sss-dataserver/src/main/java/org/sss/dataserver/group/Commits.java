package org.sss.dataserver.group;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.CommitRecord.SegmentNumber;
import org.sss.dataserver.run.Segment;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;
import org.sss.net.control.SubgroupTuples;

/**
 * The commit files of one group, read on demand unless the group is new and has none. Their content stays in memory
 * while memory is free: thousands of groups, each written by thousands of tasks, would otherwise fill the heap.
 * Thread-safe.
 */
public final class Commits {
    private final long group;
    private final Path directory;
    private final Disk disk;
    private final boolean temporary;
    private volatile boolean written;
    /** Content that is not in the files yet; null if the files have all of it. Guarded by this. */
    private Content unwritten;
    /** Content of the files; guarded by this. */
    private Reference<Content> inFiles = new SoftReference<>(null);

    private boolean durable; // guarded by this
    /** Tuples of all commits; -1 until they are read. Guarded by this. */
    private long tuples = -1;

    /** The content of all commits together. */
    private static final class Content {
        private final List<CommitRecord> records = new ArrayList<>();
        /** Those that were not removed. */
        private final Map<SegmentNumber, CommittedSegment> segments = new LinkedHashMap<>();

        private final Set<SegmentNumber> removed = new HashSet<>();
        private final Map<AttemptId, Stored> attempts = new HashMap<>();
        /** Tuples by subgroup. */
        private final Map<Integer, Long> subgroups = new HashMap<>();
        /** By subgroup, the highest number of a segment, removed or not. */
        private final Map<Integer, Integer> numbers = new HashMap<>();

        private int lastNumber;
        private long tuples;

        void add(CommitRecord record) {
            records.add(record);
            for (SegmentNumber id : record.removed()) {
                removed.add(id);
                CommittedSegment known = segments.remove(id);
                if (known != null) {
                    count(known, -known.stored().tuples());
                }
            }
            for (CommittedSegment segment : record.segments()) {
                segments.put(segment.id(), segment);
                numbers.merge(segment.subgroup(), segment.number(), Math::max);
                count(segment, segment.stored().tuples());
            }
            record.attempts().forEach(a -> attempts.merge(a.attempt(), a.stored(), Stored::plus));
        }

        private void count(CommittedSegment segment, long more) {
            tuples += more;
            subgroups.merge(segment.subgroup(), more, Long::sum);
        }
    }

    /**
     * @param temporary the commits are not needed after this process has ended
     * @param fresh     whether this process made the group, so that there is nothing to read
     */
    public Commits(long group, Path directory, Disk disk, boolean temporary, boolean fresh) {
        this.group = group;
        this.directory = directory;
        this.disk = disk;
        this.temporary = temporary;
        unwritten = fresh ? new Content() : null;
    }

    /**
     * Returns the identity in all commits.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when there is none, or they differ
     */
    synchronized String identity() {
        List<CommitRecord> records = load().records;
        if (records.isEmpty()) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "group " + group + " is damaged: no commit file names it in " + directory
                            + ", so one is missing. Restore it from a copy, or drop the group and run the job that "
                            + "wrote it again");
        }
        return records.get(0).identity();
    }

    /**
     * Returns the group that wrote the segments, which is another one if this is a clone; null if there is no commit.
     */
    synchronized GroupKey writer() {
        List<CommitRecord> records = load().records;
        return records.isEmpty() ? null : records.get(0).writtenBy();
    }

    /** Returns true if there is a commit. */
    synchronized boolean isAny() {
        return !load().records.isEmpty();
    }

    /** Returns true if the group ends with its workflow. */
    synchronized boolean isTemporary() {
        return load().records.stream()
                .anyMatch(record ->
                        record.description() != null && record.description().temporary());
    }

    /** Returns true if the group ends with the process that committed it. */
    synchronized boolean wasInMemory() {
        GroupDescription known = description();
        return known != null && known.format().inMemory();
    }

    /** Returns the description in the commit files, or null. */
    synchronized GroupDescription description() {
        List<CommitRecord> records = load().records;
        return records.isEmpty() ? null : records.get(0).description();
    }

    /** Returns the totals of all commits. */
    synchronized Stored stored() {
        return segments().stream().map(CommittedSegment::stored).reduce(Stored.NONE, Stored::plus);
    }

    /** Returns what each committed attempt stored here. */
    public synchronized Map<AttemptId, Stored> attempts() {
        return Map.copyOf(load().attempts);
    }

    /** As {@link #attempts}, but only of commits that a crash of the machine cannot undo. */
    synchronized Map<AttemptId, Stored> durableAttempts() throws IOException {
        Content content = load();
        if (!durable && !content.records.isEmpty()) {
            disk.syncDirectory(directory); // the process that wrote them may have been killed before it did
        }
        durable = true;
        return Map.copyOf(content.attempts);
    }

    /** Writes a commit file; once the file exists, the commit is done. The files that it names are synced already. */
    public synchronized void add(CommitRecord record) throws IOException {
        Content content = load();
        if (temporary && !record.isLasting()) {
            content.add(record);
            tuples = content.tuples;
            unwritten = content;
            return;
        }
        written = true;
        Disk by = record.isLasting() ? disk : Disk.UNSYNCED;
        if (!Files.isDirectory(directory)) {
            if (record.segments().stream().anyMatch(s -> s.layout() == DataServerConfig.Layout.BLOCKS)) {
                throw new NoSuchFileException(directory.toString(), null, "the group was dropped in the meantime");
            }
            Files.createDirectories(directory);
            by.syncDirectory(directory.getParent());
        }
        by.syncDirectory(directory);
        by.writeWhole(directory.resolve(DataDirectory.COMMIT + (content.lastNumber + 1)), record.encode());
        content.lastNumber++;
        content.add(record);
        tuples = content.tuples;
        if (content.lastNumber == content.records.size()) {
            unwritten = null;
            inFiles = new SoftReference<>(content);
        }
    }

    /** As {@link #add}; after an error, the commit is as if it had never been. */
    synchronized void addOrUndo(CommitRecord record) throws IOException {
        Path file = directory.resolve(DataDirectory.COMMIT + (load().lastNumber + 1));
        boolean added = false;
        try {
            add(record);
            added = true;
        } finally {
            if (!added) {
                Disk.delete(file);
                Disk.delete(file.resolveSibling(file.getFileName() + DataDirectory.TEMPORARY));
            }
        }
    }

    /** Returns true if this process wrote a commit file, or started to. */
    boolean isWritten() {
        return written;
    }

    /** Returns true if a commit made this segment visible; without that, its file is of no use. */
    synchronized boolean names(int subgroup, int number) {
        CommittedSegment named = load().segments.get(new SegmentNumber(subgroup, number));
        return named != null && named.layout() != DataServerConfig.Layout.MEMORY;
    }

    /** Returns the number that a committed segment has in its manifest. */
    synchronized int numberInManifest(int subgroup, int number) {
        CommittedSegment named = load().segments.get(new SegmentNumber(subgroup, number));
        return named == null ? number : named.numberInManifest();
    }

    /** Returns the highest number of a segment that a subgroup has or had; 0 if there was none. */
    synchronized int lastSegment(int subgroup) {
        return load().numbers.getOrDefault(subgroup, 0);
    }

    /**
     * Adds the committed segments of {@code group} that have no file of their own to those that were found by their
     * files.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when the file of one is missing, or a file has lost its commit
     *     file
     */
    synchronized void complete(Group group) {
        Content content = load();
        for (CommittedSegment s : content.segments.values()) {
            Subgroup subgroup = group.subgroup(s.subgroup());
            if (!subgroup.hasSegment(s.number())) {
                subgroup.publish(group.storage().layout(s.layout()).restore(group, s));
            }
        }
        for (Subgroup subgroup : group.subgroups()) {
            for (Segment segment : subgroup.segments()) {
                SegmentNumber id = new SegmentNumber(segment.subgroup(), segment.number());
                if (content.removed.contains(id)) {
                    subgroup.remove(List.of(segment));
                    Disk.delete(directory.resolve(DataDirectory.sealedName(id.subgroup(), id.number())));
                } else if (!content.segments.containsKey(id)) {
                    throw unnamed(segment, group);
                }
            }
        }
    }

    private SssException unnamed(Segment segment, Group group) {
        Path file = directory.resolve(DataDirectory.sealedName(segment.subgroup(), segment.number()));
        return group.fileSegment(segment.subgroup(), segment.number(), file)
                .corrupt("no commit file names it, so one of these is missing", null);
    }

    /** Returns all committed segments. */
    public synchronized List<CommittedSegment> segments() {
        return List.copyOf(load().segments.values());
    }

    /** Returns the tuples of all commits. Reads files only the first time. */
    synchronized long tuples() {
        if (tuples < 0) {
            tuples = load().tuples;
        }
        return tuples;
    }

    /** Returns the tuples of all commits of a subgroup. */
    synchronized long tuples(int subgroup) {
        return load().subgroups.getOrDefault(subgroup, 0L);
    }

    /** Returns the tuples of all commits of each subgroup. */
    synchronized SubgroupTuples subgroups() {
        Map<Integer, Long> subgroups = load().subgroups;
        long[] all =
                new long[1 + subgroups.keySet().stream().mapToInt(n -> n).max().orElse(-1)];
        subgroups.forEach((subgroup, sum) -> all[subgroup] = sum);
        return SubgroupTuples.of(all);
    }

    synchronized List<SubgroupStat> stat() {
        Map<Integer, SubgroupStat> sums = new TreeMap<>();
        segments().forEach(s -> sums.merge(s.subgroup(), statOf(s), Commits::sum));
        return List.copyOf(sums.values());
    }

    private static SubgroupStat statOf(CommittedSegment s) {
        Stored stored = s.stored();
        return new SubgroupStat(
                s.subgroup(),
                stored.tuples(),
                stored.dataBytes(),
                stored.storedBytes(),
                stored.blocks(),
                stored.runs(),
                1,
                s.fileBytes());
    }

    private static SubgroupStat sum(SubgroupStat a, SubgroupStat b) {
        return new SubgroupStat(
                a.subgroup(),
                a.tuples() + b.tuples(),
                a.dataBytes() + b.dataBytes(),
                a.storedBytes() + b.storedBytes(),
                a.blocks() + b.blocks(),
                a.runs() + b.runs(),
                a.segments() + b.segments(),
                a.fileBytes() + b.fileBytes());
    }

    private Content load() {
        Content known = unwritten == null ? inFiles.get() : unwritten;
        if (known != null) {
            return known;
        }
        TreeMap<Integer, Path> files = new TreeMap<>();
        list(files);
        files.remove(-1);
        checkNoneMissing(files.keySet());
        Content content = new Content();
        files.values().forEach(file -> content.add(read(file, content)));
        content.lastNumber = files.size();
        inFiles = new SoftReference<>(content);
        return content;
    }

    private void list(Map<Integer, Path> files) {
        try {
            Disk.list(directory)
                    .forEach(file -> files.put(
                            DataDirectory.commitNumber(file.getFileName().toString()), file));
        } catch (NoSuchFileException e) {
            // there is none before the first commit, nor after a drop
        } catch (IOException e) {
            throw Disk.error("read the commits of group " + directory.getFileName(), directory, e);
        }
    }

    private void checkNoneMissing(Set<Integer> numbers) {
        for (int number = 1; number <= numbers.size(); number++) {
            if (!numbers.contains(number)) {
                throw damaged(
                        directory.resolve(DataDirectory.COMMIT + number),
                        new SssException(ErrorCode.CORRUPT, "it is missing"));
            }
        }
    }

    private CommitRecord read(Path file, Content before) {
        try {
            CommitRecord record = CommitRecord.decode(Files.readAllBytes(file));
            String identity = before.records.isEmpty()
                    ? record.identity()
                    : before.records.get(0).identity();
            if (record.group() != group || !record.identity().equals(identity)) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "it is of group " + record.group() + (record.group() == group ? " with another identity" : "")
                                + ", expected group " + group);
            }
            return record;
        } catch (IOException e) {
            throw Disk.error("read a commit", file, e);
        } catch (SssException e) {
            throw damaged(file, e);
        }
    }

    private static SssException damaged(Path file, SssException why) {
        return new SssException(
                ErrorCode.CORRUPT,
                "commit file " + file + " is damaged: " + why.getMessage()
                        + ". Restore it from a copy, or drop the group and run the job that wrote it again",
                why);
    }
}
