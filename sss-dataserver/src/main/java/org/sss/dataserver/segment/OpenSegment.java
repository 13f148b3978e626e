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
import org.sss.dataserver.index.IndexPage.Pointer;
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
     * Opens a file and reads its trailer and head.
     *
     * @param memory caches pages of indexes
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
     * Returns the index of a run.
     *
     * @param run its index in the manifest
     */
    public BlockIndex blocks(int run) {
        RunInfo info = index.manifest().runs().get(run);
        return new BlockIndex((int) info.blocks(), index.roots().get(run), new BlockIndex.Pages() {
            @Override
            public IndexPage page(Pointer pointer) {
                return OpenSegment.this.page(run, pointer);
            }

            @Override
            public SssException corrupt(String what) {
                return segment.corrupt(info + ": " + what, null);
            }
        });
    }

    /** Returns the cached filter of the block at this offset, or null. */
    BlockFilter filter(long offset) {
        return memory.get(segment, offset) instanceof BlockFilter cached ? cached : null;
    }

    void cache(long offset, BlockFilter filter) {
        memory.put(segment, offset, filter);
    }

    /**
     * Returns the cached sub-blocks of the block at this offset, or null. Their cache key is the complement of the
     * offset.
     */
    SubBlockIndex subBlocks(long offset) {
        return memory.get(segment, ~offset) instanceof SubBlockIndex cached ? cached : null;
    }

    void cache(long offset, SubBlockIndex subBlocks) {
        memory.put(segment, ~offset, subBlocks);
    }

    /** Returns true if the block at this offset was read recently; records the read. */
    boolean wasReadRecently(long offset) {
        return memory.wasRequestedRecently(segment, offset);
    }

    private IndexPage page(int run, Pointer pointer) {
        // A file that refers to one page twice could cause an endless loop otherwise.
        if (memory.get(segment, pointer.offset()) instanceof IndexPage cached
                && cached.isAt(pointer, index.manifest().runs().get(run).run())) {
            return cached;
        }
        segment.checkNotDropped();
        try {
            IndexPage page = index.page(file, segment, run, pointer);
            memory.put(segment, pointer.offset(), page);
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
