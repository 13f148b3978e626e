package org.sss.dataserver;

import java.io.IOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.IndexPage.Place;

/** A segment file open for reading. Thread-safe. */
final class OpenSegment implements AutoCloseable {
    private final FileSegment segment;
    private final DataFile file;
    private final IndexPages pages;
    private final SegmentIndex index;

    private OpenSegment(FileSegment segment, DataFile file, IndexPages pages) throws IOException {
        this.segment = segment;
        this.file = file;
        this.pages = pages;
        index = SegmentIndex.read(file, segment, pages);
    }

    /**
     * Opens a file and reads what is at its end.
     *
     * @param pages where pages of indexes are kept
     * @throws SssException {@link ErrorCode#CORRUPT} or {@link ErrorCode#STORAGE} with the file
     */
    static OpenSegment open(FileSegment segment, IndexPages pages) {
        try {
            return open(segment, DataFile.open(segment.file()), pages);
        } catch (IOException e) {
            throw segment.error(e);
        }
    }

    private static OpenSegment open(FileSegment segment, DataFile file, IndexPages pages) throws IOException {
        OpenSegment opened = null;
        try {
            opened = new OpenSegment(segment, file, pages);
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

    /**
     * The index of a run.
     *
     * @param run its place in the manifest
     */
    BlockIndex blocks(int run) {
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

    private IndexPage page(int run, Place place) {
        IndexPage page = pages.get(segment, place.offset());
        if (page != null) {
            return page;
        }
        segment.checkNotDropped();
        try {
            page = index.page(file, segment, run, place);
        } catch (IOException e) {
            throw segment.error(e);
        }
        pages.put(segment, place.offset(), page);
        return page;
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
