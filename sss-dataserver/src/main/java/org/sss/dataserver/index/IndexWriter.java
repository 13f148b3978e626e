package org.sss.dataserver.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sss.dataserver.index.IndexPage.Pointer;

/**
 * Writes the index of one run, whose blocks come in order: writes a page whenever one is full, of blocks, with pages of
 * pages in between. Has one page of each level in memory. One thread at a time.
 */
public final class IndexWriter {
    /**
     * About 150 blocks with short keys. Smaller pages would be more of them; a larger one makes the read of a single
     * key slower.
     */
    public static final int PAGE_BYTES = 8 << 10;

    /** Receives pages. */
    public interface Out {
        /** Returns the offset at which it stored them. */
        long append(byte[] page) throws IOException;
    }

    private final int run;
    private final int pageBytes;
    private final Out out;
    private final List<BlockIndexBuilder> levels = new ArrayList<>();
    private int blocks;

    /**
     * @param run       its number in the segment
     * @param pageBytes maximum of a page, unless two entries take more
     */
    public IndexWriter(int run, int pageBytes, Out out) {
        this.run = run;
        this.pageBytes = pageBytes;
        this.out = out;
        levels.add(new BlockIndexBuilder(0));
    }

    /** Returns the number of blocks so far. */
    public int blocks() {
        return blocks;
    }

    /** Adds the next block; arguments as in {@link BlockIndexBuilder#add}. */
    public void add(long offset, int length, int tuples, int flags, byte[] key, int keyOffset, int keyLength)
            throws IOException {
        makeRoom(0, keyLength);
        levels.get(0).add(offset, length, tuples, flags, key, keyOffset, keyLength);
        blocks++;
    }

    /** A page has at least two entries, so that each level has at most half as many as the one below. */
    private void makeRoom(int level, int keyLength) throws IOException {
        BlockIndexBuilder page = levels.get(level);
        if (page.count() >= 2 && page.bytesWith(keyLength) > pageBytes) {
            close(level);
        }
    }

    /** Writes the page of a level and adds it to the level above. */
    private void close(int level) throws IOException {
        Pointer pointer = write(level);
        if (levels.size() == level + 1) {
            levels.add(new BlockIndexBuilder(0));
        }
        makeRoom(level + 1, levels.get(level).firstKeyBytes());
        levels.get(level).addTo(levels.get(level + 1), pointer);
        levels.get(level).clear();
    }

    private Pointer write(int level) throws IOException {
        BlockIndexBuilder page = levels.get(level);
        int first = level == 0 ? blocks - page.count() : page.firstNumber();
        byte[] bytes = page.build(run, level, first);
        return new Pointer(out.append(bytes), bytes.length, level, first);
    }

    /**
     * Writes the remaining pages, last the root, which is the page of the highest level, and returns where the root is.
     */
    public Pointer finish() throws IOException {
        int level = 0;
        while (level < levels.size() - 1) {
            close(level++);
        }
        return write(level);
    }
}
