package org.sss.dataserver.segment;

import java.io.IOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFile;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.index.BlockFilter;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.index.IndexMemory;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.index.IndexPage.Place;
import org.sss.dataserver.index.SubBlockIndex;
import org.sss.dataserver.run.RunInfo;

/** A segment file open for reading. Thread-safe. */
public final class OpenSegment implements AutoCloseable {
    private final FileSegment segment;
    private final DataFile file;
    private final IndexMemory memory;
    private final SegmentIndex index;

    private OpenSegment(FileSegment segment, DataFile file, IndexMemory memory) throws IOException {
        this.segment = segment;
        this.file = file;
        this.memory = memory;
        index = SegmentIndex.read(file, segment, memory);
    }

    /**
     * Opens a file and reads what is at its end.
     *
     * @param memory where pages of indexes are kept
     * @throws SssException {@link ErrorCode#CORRUPT} or {@link ErrorCode#STORAGE} with the file
     */
    public static OpenSegment open(FileSegment segment, IndexMemory memory) {
        try {
            return open(segment, DataFile.open(segment.file()), memory);
        } catch (IOException e) {
            throw segment.error(e);
        }
    }

    private static OpenSegment open(FileSegment segment, DataFile file, IndexMemory memory) throws IOException {
        OpenSegment opened = null;
        try {
            opened = new OpenSegment(segment, file, memory);
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

    public DataFile file() {
        return file;
    }

    public SegmentIndex index() {
        return index;
    }

    /**
     * The index of a run.
     *
     * @param run its place in the manifest
     */
    public BlockIndex blocks(int run) {
        RunInfo info = index.manifest().runs().get(run);
        return new BlockIndex((int) info.blocks(), index.roots().get(run), new BlockIndex.Pages() {
            @Override
            public IndexPage page(Place place) {
                return OpenSegment.this.page(run, place);
            }

            @Override
            public SssException corrupt(String what) {
                return segment.corrupt(info + ": " + what, null);
            }
        });
    }

    /** The filter of the block at this offset, or null. */
    BlockFilter filter(long offset) {
        return memory.get(segment, offset) instanceof BlockFilter kept ? kept : null;
    }

    void keep(long offset, BlockFilter filter) {
        memory.put(segment, offset, filter);
    }

    /** The parts of the block at this offset, or null. They are beside its filter, at the complement of the offset. */
    SubBlockIndex parts(long offset) {
        return memory.get(segment, ~offset) instanceof SubBlockIndex kept ? kept : null;
    }

    void keep(long offset, SubBlockIndex parts) {
        memory.put(segment, ~offset, parts);
    }

    /** Whether the block at this offset was read lately; it is read now. */
    boolean isReadAgain(long offset) {
        return memory.isAskedAgain(segment, offset);
    }

    private IndexPage page(int run, Place place) {
        // A file that names one page in two places would else lead into circles.
        if (memory.get(segment, place.offset()) instanceof IndexPage kept && kept.isAt(place, index.manifest().runs().get(run).run())) {
            return kept;
        }
        segment.checkNotDropped();
        try {
            IndexPage page = index.page(file, segment, run, place);
            memory.put(segment, place.offset(), page);
            return page;
        } catch (IOException e) {
            throw segment.error(e);
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
