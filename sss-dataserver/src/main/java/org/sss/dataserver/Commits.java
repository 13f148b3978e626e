package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.SubgroupStat;

/** The commit files of one group, read when first needed. Thread-safe. */
final class Commits {
    private final Path directory;
    private final Disk disk;
    private List<CommitRecord> records; // guarded by this; null before they are read
    private int lastNumber; // guarded by this
    private final Map<AttemptId, Stored> attempts = new HashMap<>(); // guarded by this

    Commits(Path directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
    }

    /** What each attempt that was ever committed has here. */
    synchronized Map<AttemptId, Stored> attempts() {
        load();
        return Map.copyOf(attempts);
    }

    /** Writes one more: with its appearance the commit is done. */
    synchronized void add(CommitRecord record) throws IOException {
        load();
        disk.writeWhole(directory.resolve(DataDirectory.COMMIT + (lastNumber + 1)), record.encode());
        lastNumber++;
        remember(record);
    }

    /** Whether some commit made this segment visible. */
    synchronized boolean names(int subgroup, int number) {
        load();
        return records.stream().flatMap(r -> r.segments().stream())
                .anyMatch(s -> s.subgroup() == subgroup && s.number() == number);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when {@code group} does not have all committed segments */
    synchronized void checkPresent(Group group) {
        load();
        records.stream().flatMap(r -> r.segments().stream()).forEach(s -> {
            if (!group.hasSegment(s.subgroup(), s.number())) {
                Path file = directory.resolve(DataDirectory.sealedName(s.subgroup(), s.number()));
                throw new FileSegment(group.id(), s.subgroup(), s.number(), file, group.storage().cache())
                        .corrupt("the file is missing", null);
            }
        });
    }

    synchronized List<SubgroupStat> stat() {
        load();
        Map<Integer, SubgroupStat> sums = new TreeMap<>();
        records.stream().flatMap(r -> r.segments().stream()).forEach(s -> sums.merge(s.subgroup(), statOf(s), Commits::sum));
        return List.copyOf(sums.values());
    }

    private static SubgroupStat statOf(CommitRecord.CommittedSegment s) {
        Stored stored = s.stored();
        return new SubgroupStat(s.subgroup(), stored.tuples(), stored.dataBytes(), stored.storedBytes(), stored.blocks(),
                stored.runs(), 1, s.fileBytes());
    }

    private static SubgroupStat sum(SubgroupStat a, SubgroupStat b) {
        return new SubgroupStat(a.subgroup(), a.tuples() + b.tuples(), a.dataBytes() + b.dataBytes(),
                a.storedBytes() + b.storedBytes(), a.blocks() + b.blocks(), a.runs() + b.runs(),
                a.segments() + b.segments(), a.fileBytes() + b.fileBytes());
    }

    private void load() {
        if (records != null) {
            return;
        }
        TreeMap<Integer, Path> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            all.forEach(file -> files.put(DataDirectory.commitNumber(file.getFileName().toString()), file));
        } catch (NoSuchFileException e) {
            // a group without data here has none
        } catch (IOException e) {
            throw Disk.error("read the commits of group " + directory.getFileName(), directory, e);
        }
        files.remove(-1);
        List<CommitRecord> read = files.values().stream().map(Commits::read).toList();
        records = new ArrayList<>();
        read.forEach(this::remember);
        lastNumber = files.isEmpty() ? 0 : files.lastKey();
    }

    private void remember(CommitRecord record) {
        records.add(record);
        record.attempts().forEach(a -> attempts.merge(a.attempt(), a.stored(), Stored::plus));
    }

    private static CommitRecord read(Path file) {
        try {
            return CommitRecord.decode(Files.readAllBytes(file));
        } catch (IOException e) {
            throw Disk.error("read a commit", file, e);
        } catch (SssException e) {
            throw new SssException(ErrorCode.CORRUPT, "commit file " + file + " is damaged: " + e.getMessage()
                    + ". Restore it from a copy, or drop the group and run the job that wrote it again", e);
        }
    }
}
