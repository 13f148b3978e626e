package org.sss.dataserver;

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
import org.sss.dataserver.CommitRecord.CommittedSegment;
import org.sss.kvs.KvsError;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsRecords;
import org.sss.net.block.BigEndian;
import org.sss.net.rpc.Json;

/**
 * Verifies the file of layout tuples by its structure, without the library, which could end the process. There is no checksum in
 * it: what is compared is how many tuples and bytes each run has. Used by one thread, once.
 */
final class FsckTuples {
    private static final String WHAT_TO_DO = "; drop the group and run the job that wrote it again";

    private final Path file;
    private final FsckReport report;
    private final Map<Place, Long> manifestAt = new HashMap<>();
    private final Map<Place, Integer> manifestBytes = new HashMap<>();
    private final Map<Place, Sum> runs = new HashMap<>();
    private final Set<Long> unknown = new HashSet<>();
    private Place lastPlace = new Place(-1, -1, -1);
    private Sum lastSum;
    /** Not all of the file was seen, so that nothing can be said of what is in it. */
    private boolean cut;

    /** @param number of a segment or of a run */
    private record Place(long group, int subgroup, int number) {
        boolean is(long otherGroup, int otherSubgroup, int otherNumber) {
            return group == otherGroup && subgroup == otherSubgroup && number == otherNumber;
        }
    }

    private static final class Sum {
        private long tuples;
        private long dataBytes;

        Conserved conserved() {
            return new Conserved(tuples, dataBytes);
        }
    }

    private FsckTuples(Path file, FsckReport report) {
        this.file = file;
        this.report = report;
    }

    /** Counts what is in the file of a directory, if there is one. */
    static FsckTuples read(DataDirectory data, FsckReport report) throws IOException {
        FsckTuples tuples = new FsckTuples(data.tuples(), report);
        if (Disk.exists(data.lostTuples())) {
            report.remains(data.lostTuples() + " is what a data server that was killed has left of its groups in layout tuples;"
                    + " nobody reads it, delete it");
        }
        if (Disk.exists(data.tuples())) {
            tuples.walk();
        }
        return tuples;
    }

    private void walk() throws IOException {
        report.segment(Files.size(file));
        try {
            KvsRecords.walk(file, 0, (key, keyBytes, valueAt, valueBytes, head) -> {
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
        if (TupleFile.isLost(e)) {
            return "The next start moves it aside, and its groups are lost";
        }
        return e.error() == KvsError.IO ? "Repair the disk; until then nobody knows whether groups in layout tuples are whole"
                : "Drop the groups in layout tuples, and run the jobs that wrote them again";
    }

    private void record(byte[] key, int keyBytes, long valueAt, int valueBytes) {
        if (key[0] == TupleKeys.FILE[0]) {
            Place segment = new Place(BigEndian.getLong(key, 1), BigEndian.getInt(key, 9), BigEndian.getInt(key, 13));
            manifestAt.put(segment, valueAt);
            manifestBytes.put(segment, valueBytes);
        } else if (TupleKeys.isTuple(keyBytes)) {
            count(key, keyBytes, valueBytes);
        } else {
            report.problem(file + " has a record with a key of " + keyBytes + " bytes, which is none of a tuple");
        }
    }

    private void count(byte[] key, int keyBytes, int valueBytes) {
        Sum sum = sum(TupleKeys.groupOf(key), TupleKeys.subgroupOf(key), TupleKeys.runOf(key, 0, keyBytes));
        sum.dataBytes += valueBytes;
        if (!TupleKeys.goesOn(key, 0, keyBytes)) {
            sum.tuples++;
            sum.dataBytes += TupleKeys.copyKey(key, 0, keyBytes, key);
        }
    }

    private Sum sum(long group, int subgroup, int run) {
        if (!lastPlace.is(group, subgroup, run)) {
            lastPlace = new Place(group, subgroup, run);
            lastSum = runs.computeIfAbsent(lastPlace, p -> new Sum());
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
        Place segment = new Place(group, committed.subgroup(), committed.number());
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
        Conserved found = runs.getOrDefault(new Place(group, subgroup, run.run()), new Sum()).conserved();
        report.tuples(found.tuples());
        if (!found.equals(Conserved.of(run.stored()))) {
            report.problem(place + run + " has " + found + ", committed were " + Conserved.of(run.stored()) + WHAT_TO_DO);
        }
    }

    private byte[] read(Place segment) throws IOException {
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
