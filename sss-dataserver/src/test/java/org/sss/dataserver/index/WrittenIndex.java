package org.sss.dataserver.index;

import java.io.IOException;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.IndexPage.Pointer;

/** The index of a run as it is in a file, page by page, but in memory. One thread at a time. */
public final class WrittenIndex implements BlockIndex.Pages {
    static final int RUN = 3;
    /** Blocks lie below it, pages above. */
    static final long DATA_BYTES = 1L << 41;

    private final TreeMap<Long, byte[]> pages = new TreeMap<>();
    private final IndexWriter writer;
    private long end = DATA_BYTES;
    private int reads;

    public WrittenIndex(int pageBytes) {
        writer = new IndexWriter(RUN, pageBytes, this::append);
    }

    private long append(byte[] page) {
        pages.put(end, page);
        end += page.length;
        return end - page.length;
    }

    public void add(long offset, int length, int tuples, int flags, byte[] key, int keyLength) {
        try {
            writer.add(offset, length, tuples, flags, key, 0, keyLength);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends writing. */
    public BlockIndex index() {
        try {
            return new BlockIndex(writer.blocks(), writer.finish(), this);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** How many pages were asked for. */
    int reads() {
        return reads;
    }

    TreeMap<Long, byte[]> pages() {
        return pages;
    }

    @Override
    public IndexPage page(Pointer pointer) {
        reads++;
        return IndexPage.decode(pages.get(pointer.offset()), RUN, pointer, DATA_BYTES, end);
    }

    @Override
    public SssException corrupt(String what) {
        return new SssException(ErrorCode.CORRUPT, what);
    }
}
