package org.sss.dataserver.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sss.dataserver.index.IndexPage.Place;

/**
 * Writes the index of one run, whose blocks come in order: a page whenever one is full, first those of blocks, and those of
 * pages in between. It has one page of each level in memory. One thread at a time.
 */
public final class IndexWriter {
    /** About 150 blocks with short keys. Smaller pages would be more of them; a larger one costs who wants a single key. */
    public static final int PAGE_BYTES = 8 << 10;

    /** Where pages go. */
    public interface Out {
        /** Returns the offset at which they lie then. */
        long append(byte[] page) throws IOException;
    }

    private final int run;
    private final int pageBytes;
    private final Out out;
    private final List<BlockIndexBuilder> levels = new ArrayList<>();
    private int blocks;

    /**
     * @param run       its number in the segment
     * @param pageBytes a page has no more, unless two entries take more
     */
    public IndexWriter(int run, int pageBytes, Out out) {
        this.run = run;
        this.pageBytes = pageBytes;
        this.out = out;
        levels.add(new BlockIndexBuilder(0));
    }

    /** Blocks so far. */
    public int blocks() {
        return blocks;
    }

    /** The next block; arguments as in {@link BlockIndexBuilder#add}. */
    public void add(long offset, int length, int tuples, int flags, byte[] key, int keyOffset, int keyLength) throws IOException {
        makeRoom(0, keyLength);
        levels.get(0).add(offset, length, tuples, flags, key, keyOffset, keyLength);
        blocks++;
    }

    /** A page has two entries at least, so that each level has at most half as many as the one below. */
    private void makeRoom(int level, int keyLength) throws IOException {
        BlockIndexBuilder page = levels.get(level);
        if (page.count() >= 2 && page.bytesWith(keyLength) > pageBytes) {
            close(level);
        }
    }

    /** Writes the page of a level and adds it to the level above. */
    private void close(int level) throws IOException {
        Place place = write(level);
        if (levels.size() == level + 1) {
            levels.add(new BlockIndexBuilder(0));
        }
        makeRoom(level + 1, levels.get(level).firstKeyBytes());
        levels.get(level).addTo(levels.get(level + 1), place);
        levels.get(level).clear();
    }

    private Place write(int level) throws IOException {
        BlockIndexBuilder page = levels.get(level);
        int first = level == 0 ? blocks - page.count() : page.firstNumber();
        byte[] bytes = page.build(run, level, first);
        return new Place(out.append(bytes), bytes.length, level, first);
    }

    /** Writes what is left, at last the root, which is the page of the highest level, and returns its place. */
    public Place finish() throws IOException {
        int level = 0;
        while (level < levels.size() - 1) {
            close(level++);
        }
        return write(level);
    }
}
