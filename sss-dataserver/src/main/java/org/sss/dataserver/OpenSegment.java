package org.sss.dataserver;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** A segment file open for reading, with its index. Thread-safe. */
final class OpenSegment implements AutoCloseable {
    private final FileSegment segment;
    private final DataFile file;
    private final SegmentIndex index;
    /** For each run, the blocks whose checksums were compared since the file was opened; each guarded by itself. */
    private final List<BitSet> verified;

    private OpenSegment(FileSegment segment, DataFile file, SegmentIndex index) {
        this.segment = segment;
        this.file = file;
        this.index = index;
        verified = index.blocks().stream().map(run -> new BitSet()).toList();
    }

    /**
     * Opens a file and reads its index. Reads nothing else of it.
     *
     * @param admit as in {@link SegmentIndex#read}
     * @throws SssException {@link ErrorCode#CORRUPT} or {@link ErrorCode#STORAGE} with the file
     */
    static OpenSegment open(FileSegment segment, LongConsumer admit) {
        try {
            return withIndex(segment, DataFile.open(segment.file()), admit);
        } catch (IOException e) {
            throw segment.error(e);
        }
    }

    private static OpenSegment withIndex(FileSegment segment, DataFile file, LongConsumer admit) throws IOException {
        OpenSegment opened = null;
        try {
            opened = new OpenSegment(segment, file, SegmentIndex.read(file, segment, admit));
            return opened;
        } finally {
            if (opened == null) {
                file.close();
            }
        }
    }

    FileSegment segment() {
        return segment;
    }

    DataFile file() {
        return file;
    }

    SegmentIndex index() {
        return index;
    }

    /** @param run its place in the manifest */
    boolean isVerified(int run, int block) {
        BitSet blocks = verified.get(run);
        synchronized (blocks) {
            return blocks.get(block);
        }
    }

    void setVerified(int run, int block) {
        BitSet blocks = verified.get(run);
        synchronized (blocks) {
            blocks.set(block);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw Disk.error("close " + segment, segment.file(), e);
        }
    }
}
