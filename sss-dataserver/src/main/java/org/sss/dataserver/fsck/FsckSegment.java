package org.sss.dataserver.fsck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory.SegmentName;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.segment.FileRun;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.net.block.KeyRange;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/**
 * Verifies one segment file: trailer and head, then all runs, page by page of the index and block by block. One thread,
 * once.
 */
public final class FsckSegment {
    private final FileSegment segment;
    private final FsckReport report;
    private final SegmentCache cache = new SegmentCache(1, 1 << 20);
    private int numberInManifest;
    private Long digest;

    /**
     * Verifies one that the group itself wrote.
     *
     * @param identity of the group, or null when unknown
     */
    public FsckSegment(long group, String identity, SegmentName name, Path file, FsckReport report) {
        this(name, file, report, group, identity == null ? null : new GroupKey(group, identity));
    }

    /** @param writer the group that wrote it, or null when unknown */
    public FsckSegment(SegmentName name, Path file, FsckReport report, long group, GroupKey writer) {
        this.report = report;
        segment = new FileSegment(
                name.subgroup(), name.number(), file, cache, group, () -> writer, () -> numberInManifest);
    }

    /** @param expected the commit's record of it, or null if no commit names it */
    public void verify(CommittedSegment expected) throws IOException {
        long bytes = Files.size(segment.file());
        report.segment(bytes);
        numberInManifest = expected == null ? segment.number() : expected.numberInManifest();
        if (expected != null && expected.fileBytes() != bytes) {
            report.problem(
                    segment.corrupt("it has " + bytes + " bytes, " + expected.fileBytes() + " were committed", null)
                            .getMessage());
        }
        try (cache) {
            verifyHeader();
            verifyRuns(expected);
        } catch (SssException e) {
            boolean named = e.getMessage().startsWith(segment.toString());
            report.problem(named ? e.getMessage() : segment + " cannot be verified: " + e.getMessage());
        }
    }

    /** Returns the digest in the manifest of the verified segment, or null. */
    public Long digest() {
        return digest;
    }

    /** Only this method reads the header: readers of segments use their own index. */
    private void verifyHeader() {
        try (SegmentCache.Lease lease = cache.acquire(segment)) {
            digest = lease.open().index().manifest().digest();
            BdbRecords.checkHeader(segment.file(), lease.open().index().dataBytes());
        } catch (KvsException e) {
            report.problem(
                    e.error() == KvsError.IO
                            ? segment + " cannot be verified: " + e.getMessage()
                            : segment.corrupt(e.getMessage(), e).getMessage());
        }
    }

    private void verifyRuns(CommittedSegment expected) {
        List<FileRun> runs = segment.runs(KeyRange.ALL);
        try {
            Stored stored = runs.stream().map(run -> run.info().stored()).reduce(Stored.NONE, Stored::plus);
            if (expected != null && !stored.equals(expected.stored())) {
                report.problem(
                        segment.corrupt("its runs have " + stored + ", committed were " + expected.stored(), null)
                                .getMessage());
            }
            for (FileRun run : runs) {
                new FsckRun(run, report).verify();
            }
        } finally {
            Closing.each(runs, Run::close);
        }
    }
}
