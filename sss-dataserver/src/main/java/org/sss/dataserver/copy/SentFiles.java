package org.sss.dataserver.copy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sss.api.SssException;
import org.sss.dataserver.group.GroupExport;
import org.sss.dataserver.group.GroupExport.SegmentFile;
import org.sss.dataserver.group.Groups;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.scan.StreamFrames;
import org.sss.dataserver.segment.SegmentBytes;
import org.sss.net.control.DataVerbs.Fetch;
import org.sss.net.control.DataVerbs.Fetched;
import org.sss.net.control.DataVerbs.FetchedSegment;
import org.sss.net.rpc.Json;

/** The answer to {@code data.fetch}: the list of the files, then their bytes. One thread at a time. */
public final class SentFiles implements StreamFrames {
    private static final int FRAME_BYTES = 256 << 10;
    /** Sending less from the file costs more calls than it saves copies. */
    private static final int MIN_SENT_BYTES = 16 << 10;
    /** Bytes of a frame that are read; the kernel sends the rest. */
    private static final int HEAD_BYTES = 512;

    private final GroupExport export;
    private final boolean takesFiles;
    private boolean listed;
    private int next;
    private SegmentBytes file; // null between files
    private long at;
    private FileBlocks rest;

    private SentFiles(GroupExport export, boolean takesFiles) {
        this.export = export;
        this.takesFiles = takesFiles;
    }

    /**
     * @param takesFiles whether the connection does, see {@link org.sss.net.transport.Stream#takesFiles}
     * @throws SssException as {@link GroupExport#of}
     */
    public static SentFiles of(Groups groups, Fetch request, boolean takesFiles) {
        return new SentFiles(GroupExport.of(groups, request.group(), Set.copyOf(request.subgroups())), takesFiles);
    }

    @Override
    public ByteBuf next() {
        rest = null;
        if (!listed) {
            listed = true;
            return Unpooled.wrappedBuffer(Json.message(list()));
        }
        while (file == null || at == file.length()) {
            closeFile();
            if (next == export.files().size()) {
                return null;
            }
            file = open(export.files().get(next++));
            at = 0;
        }
        return frame((int) Math.min(FRAME_BYTES, file.length() - at));
    }

    private ByteBuf frame(int bytes) {
        long from = at;
        at += bytes;
        if (!takesFiles || bytes < MIN_SENT_BYTES) {
            return file.read(from, bytes);
        }
        rest = new FileBlocks(List.of(file.region(from + HEAD_BYTES, bytes - HEAD_BYTES)), 0);
        boolean read = false;
        try {
            ByteBuf head = file.read(from, HEAD_BYTES);
            read = true;
            return head;
        } finally {
            if (!read) {
                rest.release();
            }
        }
    }

    @Override
    public FileBlocks rest() {
        return rest;
    }

    private Fetched list() {
        List<FetchedSegment> segments = new ArrayList<>();
        for (SegmentFile each : export.files()) {
            try (SegmentBytes bytes = open(each)) {
                CommittedSegment committed = each.committed();
                segments.add(new FetchedSegment(
                        committed.subgroup(),
                        committed.numberInManifest(),
                        committed.stored(),
                        committed.fileBytes(),
                        bytes.manifest().digest()));
            }
        }
        return new Fetched(export.writer(), export.description(), segments);
    }

    private static SegmentBytes open(SegmentFile file) {
        SegmentBytes bytes = file.segment().bytes();
        boolean whole = false;
        try {
            long length = bytes.length();
            if (length != file.committed().fileBytes()) {
                throw file.segment()
                        .corrupt(
                                "it has " + length + " bytes, "
                                        + file.committed().fileBytes() + " were committed",
                                null);
            }
            whole = true;
            return bytes;
        } finally {
            if (!whole) {
                bytes.close();
            }
        }
    }

    @Override
    public byte[] trailer() {
        return new byte[0];
    }

    private void closeFile() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    @Override
    public void close() {
        closeFile();
    }
}
