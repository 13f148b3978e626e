package org.sss.dataserver.fsck;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DataFile;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.TupleTotals;
import org.sss.dataserver.tuples.TupleFile;
import org.sss.dataserver.tuples.TupleKeys;
import org.sss.dataserver.tuples.TuplePlace;
import org.sss.dataserver.tuples.TupleSum;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.net.rpc.Json;

/**
 * Verifies the file of layout tuples by its structure, without the library, which could end the process. There is no checksum in
 * it: what is compared is how many tuples and bytes each run has. Used by one thread, once.
 */
final class FsckTuples {
    private static final String WHAT_TO_DO = "; drop the group and run the job that wrote it again";

    private final Path file;
    private final FsckReport report;
    private final Map<TuplePlace, Long> manifestAt = new HashMap<>();
    private final Map<TuplePlace, Integer> manifestBytes = new HashMap<>();
    private final Map<TuplePlace, TupleSum> runs = new HashMap<>();
    private final Set<Long> unknown = new HashSet<>();
    private TuplePlace lastPlace = new TuplePlace(-1, -1, -1);
    private TupleSum lastSum;
    /** Not all of the file was seen, so that nothing can be said of what is in it. */
    private boolean cut;

    private FsckTuples(Path file, FsckReport report) {
        this.file = file;
        this.report = report;
    }

    /** Counts what is in the file of a directory, if there is one. */
    static FsckTuples read(DataDirectory data, FsckReport report) throws IOException {
        FsckTuples tuples = new FsckTuples(data.tuples(), report);
        if (Disk.exists(data.lostTuples())) {
            report.remains(data.lostTuples() + " is what a data server that was killed, or an error of the disk, has left of its groups in"
                    + " layout tuples; nobody reads it, delete it");
        }
        if (Disk.exists(data.newTuples())) {
            report.remains(data.newTuples() + " was made by a start that did not come to its end; the next one takes it, or begins anew");
        }
        if (Disk.exists(data.tuples())) {
            tuples.walk();
        }
        return tuples;
    }

    private void walk() throws IOException {
        report.segment(Files.size(file));
        try {
            BdbRecords.walk(file, 0, (key, keyBytes, valueAt, valueBytes, head) -> {
                if (keyBytes > 1) {
                    record(key, keyBytes, valueAt, valueBytes);
                }
            });
        } catch (KvsException e) {
            cut = !TupleFile.isLost(e);
            report.problem(e.getMessage() + ". " + whatToDo(e));
        }
    }

    private static String whatToDo(KvsException e) {
        if (e.error() == KvsError.WRITE_FAILED) {
            return "The next start makes it anew of what is whole, and says which groups are not";
        }
        if (TupleFile.isLost(e)) {
            return "The next start moves it aside, and its groups are lost";
        }
        return e.error() == KvsError.IO ? "Repair the disk; until then nobody knows whether groups in layout tuples are whole"
                : "Drop the groups in layout tuples, and run the jobs that wrote them again";
    }

    private void record(byte[] key, int keyBytes, long valueAt, int valueBytes) {
        if (TuplePlace.isSegment(key, keyBytes)) {
            TuplePlace segment = TuplePlace.segmentOf(key);
            manifestAt.put(segment, valueAt);
            manifestBytes.put(segment, valueBytes);
        } else if (TupleKeys.isTuple(keyBytes)) {
            count(key, keyBytes, valueBytes);
        } else {
            report.problem(file + " has a record with a key of " + keyBytes + " bytes, which is none of a tuple");
        }
    }

    private void count(byte[] key, int keyBytes, int valueBytes) {
        sum(TupleKeys.groupOf(key), TupleKeys.subgroupOf(key), TupleKeys.runOf(key, 0, keyBytes)).add(key, keyBytes, valueBytes);
    }

    private TupleSum sum(long group, int subgroup, int run) {
        if (!lastPlace.is(group, subgroup, run)) {
            lastPlace = new TuplePlace(group, subgroup, run);
            lastSum = runs.computeIfAbsent(lastPlace, p -> new TupleSum());
            unknown.add(group);
        }
        return lastSum;
    }

    /** Compares what a commit says of a segment with what is in the file. */
    void verify(long group, CommittedSegment committed) {
        unknown.remove(group);
        if (cut) {
            return;
        }
        String place = "group " + group + ", subgroup " + committed.subgroup() + ", in " + file + ": ";
        TuplePlace segment = new TuplePlace(group, committed.subgroup(), committed.number());
        if (!manifestAt.containsKey(segment)) {
            report.problem(place + committed.stored().tuples() + " tuples were committed and are lost" + WHAT_TO_DO);
            return;
        }
        try {
            Manifest manifest = Json.read(read(segment), Manifest.class, "the list of its runs");
            if (!manifest.stored().equals(committed.stored())) {
                report.problem(place + "its runs have " + manifest.stored() + ", committed were " + committed.stored() + WHAT_TO_DO);
            }
            manifest.runs().forEach(run -> verify(place, group, committed.subgroup(), run));
        } catch (SssException e) {
            report.problem(place + e.getMessage() + WHAT_TO_DO);
        } catch (IOException e) {
            report.problem(place + "the list of its runs cannot be read: " + e.getMessage());
        }
    }

    private void verify(String place, long group, int subgroup, RunInfo run) {
        report.run();
        TupleTotals found = runs.getOrDefault(new TuplePlace(group, subgroup, run.run()), new TupleSum()).conserved();
        report.tuples(found.tuples());
        if (!found.equals(TupleTotals.of(run.stored()))) {
            report.problem(place + run + " has " + found + ", committed were " + TupleTotals.of(run.stored()) + WHAT_TO_DO);
        }
    }

    private byte[] read(TuplePlace segment) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(manifestBytes.get(segment));
        try (DataFile open = DataFile.open(file)) {
            open.read(into, manifestAt.get(segment));
        }
        return into.array();
    }

    /** Tells of groups that no commit names. */
    void tellUnknown() {
        List<Long> ids = new ArrayList<>(unknown);
        ids.stream().sorted().forEach(group -> report.remains("group " + group + " in " + file
                + " was never committed, or was dropped; the next start deletes it"));
    }
}
