package org.sss.dataserver.copy;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.AppendFile;
import org.sss.dataserver.disk.DataDirectory.SegmentName;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.fsck.FsckReport;
import org.sss.dataserver.fsck.FsckSegment;
import org.sss.dataserver.group.GroupImport;
import org.sss.dataserver.group.GroupImport.CopiedSegment;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.net.control.DataVerbs.FetchedSegment;
import org.sss.net.control.GroupKey;

/** The file of a segment that comes from another node. One thread at a time. */
final class ReceivedFile implements AutoCloseable {
    /** So that the sync at the end is short: a copy that does not move for long fails. */
    private static final long SYNC_BYTES = 32 << 20;

    private final GroupImport group;
    private final FetchedSegment segment;
    private final GroupKey writer;
    private final String source;
    private final Path path;
    private AppendFile file; // null once it is closed
    private long unsynced;

    /**
     * @param writer whose number and identity the segment has
     * @param source names the node
     */
    ReceivedFile(GroupImport group, FetchedSegment segment, GroupKey writer, String source, Path path) {
        this.group = group;
        this.segment = segment;
        this.writer = writer;
        this.source = source;
        this.path = path;
        file = group.create(path);
    }

    long missingBytes() {
        return segment.fileBytes() - file.bytes();
    }

    /** Appends bytes of the frame, whose reader index moves. */
    void append(ByteBuf frame, int bytes) throws IOException {
        file.append(frame.nioBuffers(frame.readerIndex(), bytes));
        frame.skipBytes(bytes);
        unsynced += bytes;
        if (unsynced >= SYNC_BYTES) {
            group.sync(file);
            unsynced = 0;
        }
    }

    /** Returns the file, to be synced. */
    AppendFile file() {
        return file;
    }

    /**
     * Verifies everything in the file.
     *
     * @param onBlock as {@link FsckReport}
     * @throws SssException {@link ErrorCode#CORRUPT}
     */
    void verify(Runnable onBlock) throws IOException {
        List<String> problems = new ArrayList<>();
        FsckReport report = new FsckReport(finding -> problems.add(finding.text()), onBlock);
        FsckSegment verified = new FsckSegment(
                new SegmentName(segment.subgroup(), segment.number(), false), path, report, writer.id(), writer);
        verified.verify(new CommittedSegment(
                segment.subgroup(),
                segment.number(),
                DataServerConfig.Layout.BLOCKS,
                segment.stored(),
                segment.fileBytes()));
        if (problems.isEmpty() && segment.digest() != null && !segment.digest().equals(verified.digest())) {
            problems.add("the digest of its blocks is " + verified.digest() + ", at the source " + segment.digest());
        }
        if (!problems.isEmpty()) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the copy of subgroup " + segment.subgroup() + " that came from " + source + " is damaged: "
                            + problems.get(0) + ". Verify the files of that node, and the network");
        }
    }

    CopiedSegment copied() {
        return new CopiedSegment(segment, path);
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw group.error(e);
        } finally {
            file = null;
        }
    }

    /** Closes and deletes it. */
    void discard() {
        try {
            close();
        } finally {
            Disk.delete(path);
        }
    }
}
