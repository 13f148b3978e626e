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
import org.sss.dataserver.tuples.RunOrSegment;
import org.sss.dataserver.tuples.TupleFile;
import org.sss.dataserver.tuples.TupleKeys;
import org.sss.dataserver.tuples.TupleSum;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.net.rpc.Json;

/**
 * Verifies the file of layout tuples by its structure, without the library, which could end the process. It has no
 * checksums: this compares how many tuples and bytes each run has. Used by one thread, once.
 */
final class FsckTuples {
    private static final String WHAT_TO_DO = "; drop the group and run the job that wrote it again";

    private final Path file;
    private final FsckReport report;
    private final Map<RunOrSegment, Long> manifestAt = new HashMap<>();
    private final Map<RunOrSegment, Integer> manifestBytes = new HashMap<>();
    private final Map<RunOrSegment, TupleSum> runs = new HashMap<>();
    private final Set<Long> unknown = new HashSet<>();
    private RunOrSegment lastKey = new RunOrSegment(-1, -1, -1);
    private TupleSum lastSum;
    /** True if not all of the file was read, so that nothing is known of its content. */
    private boolean cut;

    private FsckTuples(Path file, FsckReport report) {
        this.file = file;
        this.report = report;
    }

    /** Counts the content of the file of a directory, if there is one. */
    static FsckTuples read(DataDirectory data, FsckReport report) throws IOException {
        FsckTuples tuples = new FsckTuples(data.tuples(), report);
        if (Disk.exists(data.lostTuples())) {
            report.remains(data.lostTuples() + " is what remained of groups in layout tuples after a data server was killed or a disk had an error;"
                    + " it is not used, delete it");
        }
        if (Disk.exists(data.newTuples())) {
            report.remains(data.newTuples() + " was left by an interrupted start; the next start uses it, or restarts the copy");
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
            return "The next start rebuilds it from what is intact, and reports which groups are not";
        }
        if (TupleFile.isLost(e)) {
            return "The next start moves it aside, and its groups are lost";
        }
        return e.error() == KvsError.IO ? "Repair the disk; until then it is unknown whether groups in layout tuples are intact"
                : "Drop the groups in layout tuples, and run the jobs that wrote them again";
    }

    private void record(byte[] key, int keyBytes, long valueAt, int valueBytes) {
        if (RunOrSegment.isSegment(key, keyBytes)) {
            RunOrSegment segment = RunOrSegment.segmentOf(key);
            manifestAt.put(segment, valueAt);
            manifestBytes.put(segment, valueBytes);
        } else if (TupleKeys.isTuple(keyBytes)) {
            count(key, keyBytes, valueBytes);
        } else {
            report.problem(file + " has a record with a key of " + keyBytes + " bytes, which cannot be the key of a tuple");
        }
    }

    private void count(byte[] key, int keyBytes, int valueBytes) {
        sum(TupleKeys.groupOf(key), TupleKeys.subgroupOf(key), TupleKeys.runOf(key, 0, keyBytes)).add(key, keyBytes, valueBytes);
    }

    private TupleSum sum(long group, int subgroup, int run) {
        if (!lastKey.is(group, subgroup, run)) {
            lastKey = new RunOrSegment(group, subgroup, run);
            lastSum = runs.computeIfAbsent(lastKey, p -> new TupleSum());
            unknown.add(group);
        }
        return lastSum;
    }

    /** Compares the commit's record of a segment with the content of the file. */
    void verify(long group, CommittedSegment committed) {
        unknown.remove(group);
        if (cut) {
            return;
        }
        String where = "group " + group + ", subgroup " + committed.subgroup() + ", in " + file + ": ";
        RunOrSegment segment = new RunOrSegment(group, committed.subgroup(), committed.number());
        if (!manifestAt.containsKey(segment)) {
            report.problem(where + committed.stored().tuples() + " tuples were committed and are lost" + WHAT_TO_DO);
            return;
        }
        try {
            Manifest manifest = Json.read(read(segment), Manifest.class, "the list of its runs");
            if (!manifest.stored().equals(committed.stored())) {
                report.problem(where + "its runs have " + manifest.stored() + ", committed were " + committed.stored() + WHAT_TO_DO);
            }
            manifest.runs().forEach(run -> verify(where, group, committed.subgroup(), run));
        } catch (SssException e) {
            report.problem(where + e.getMessage() + WHAT_TO_DO);
        } catch (IOException e) {
            report.problem(where + "the list of its runs cannot be read: " + e.getMessage());
        }
    }

    private void verify(String where, long group, int subgroup, RunInfo run) {
        report.run();
        TupleTotals found = runs.getOrDefault(new RunOrSegment(group, subgroup, run.run()), new TupleSum()).totals();
        report.tuples(found.tuples());
        if (!found.equals(TupleTotals.of(run.stored()))) {
            report.problem(where + run + " has " + found + ", committed were " + TupleTotals.of(run.stored()) + WHAT_TO_DO);
        }
    }

    private byte[] read(RunOrSegment segment) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(manifestBytes.get(segment));
        try (DataFile open = DataFile.open(file)) {
            open.read(into, manifestAt.get(segment));
        }
        return into.array();
    }

    /** Reports groups that no commit names. */
    void reportUnknown() {
        List<Long> ids = new ArrayList<>(unknown);
        ids.stream().sorted().forEach(group -> report.remains("group " + group + " in " + file
                + " was never committed, or was dropped; the next start deletes it"));
    }
}
