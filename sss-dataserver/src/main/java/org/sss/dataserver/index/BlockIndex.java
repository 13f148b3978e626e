package org.sss.dataserver.index;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.IndexPage.Place;
import org.sss.net.block.KeyRange;

/**
 * The blocks of one run in key order, numbered from 0: where each lies, what is in it, its first key. It is a tree of
 * {@link IndexPage}s, of which this holds no more than the one that it looked at last; the others come from where they lie when
 * they are asked for. One thread at a time.
 *
 * <pre>
 *   level 2                  root
 *   level 1         page of pages    ...                       a search goes down, one page a level
 *   level 0    page of blocks, page of blocks, ...             a scan goes to the next one
 * </pre>
 *
 * <p>A point read of a key looks at the blocks {@code firstBlock(key)} to {@code endBlock(key)}, exclusive: usually one, more
 * when values of the key fill several. A block with a key above it ends the search. All methods throw {@link ErrorCode#CORRUPT}
 * when a page is damaged, and what else reading it may throw.
 */
public final class BlockIndex {
    /** Gets pages. */
    public interface Pages {
        /** @throws SssException {@link ErrorCode#CORRUPT}, {@link ErrorCode#STORAGE} */
        IndexPage page(Place place);

        SssException corrupt(String what);
    }

    private final int blocks;
    private final Place root;
    private final Pages pages;
    /** The page of blocks that was looked at last, or null. */
    private IndexPage leaf;

    public BlockIndex(int blocks, Place root, Pages pages) {
        this.blocks = blocks;
        this.root = root;
        this.pages = pages;
    }

    /** The index of a run whose blocks are all in one page. */
    public BlockIndex(IndexPage only) {
        this(only.entries(), null, null);
        leaf = only;
    }

    public int blocks() {
        return blocks;
    }

    /** Null when there is one page only, which has no place. */
    public Place root() {
        return root;
    }

    public IndexPage page(Place place) {
        return pages.page(place);
    }

    /** Of its first byte in the file; what it means elsewhere is up to who made the index. */
    public long offset(int block) {
        return leafOf(block).offset(block - leaf.first());
    }

    /** Bytes of the block. */
    public int length(int block) {
        return leafOf(block).length(block - leaf.first());
    }

    /** Values that end in the block. */
    public int tuples(int block) {
        return leafOf(block).tuples(block - leaf.first());
    }

    /** Whether the block goes on with a value that the block before began. */
    public boolean continuesPrevious(int block) {
        return leafOf(block).has(block - leaf.first(), IndexPage.FLAG_CONTINUES_PREVIOUS);
    }

    /** Whether the first key of the block is also the last key of the block before. */
    public boolean keyGoesOn(int block) {
        return leafOf(block).has(block - leaf.first(), IndexPage.FLAG_KEY_GOES_ON);
    }

    /** The first key of the block, or null if it is longer than what is kept of keys. */
    public byte[] firstKey(int block) {
        return leafOf(block).key(block - leaf.first());
    }

    /** Whether the checksum of the block was compared lately. */
    public boolean isVerified(int block) {
        return leafOf(block).isVerified(block - leaf.first());
    }

    public void setVerified(int block) {
        leafOf(block).setVerified(block - leaf.first());
    }

    /** Whether the block may have {@code key} as its first key: sure when it is not longer than what is kept of keys. */
    public boolean mayBegin(int block, byte[] key) {
        return leafOf(block).compare(block - leaf.first(), key) == 0;
    }

    /** The first block that may have {@code key}, or keys above it; {@link #endBlock} tells whether there is one. */
    public int firstBlock(byte[] key) {
        int notBelow = search(key, 0, false);
        boolean startsThere = notBelow == 0 || notBelow < blocks && mayBegin(notBelow, key)
                && !leaf.has(notBelow - leaf.first(), IndexPage.FLAG_KEY_GOES_ON | IndexPage.FLAG_KEY_CUT);
        return startsThere ? notBelow : notBelow - 1;
    }

    /** Behind the last block that may have {@code key}; not above {@link #firstBlock} when no block has it. */
    public int endBlock(byte[] key) {
        return search(key, 1, true);
    }

    /** Behind the last block that may have keys below {@code key}. */
    int endBelow(byte[] key) {
        return search(key, 0, true);
    }

    /** First of the blocks that may have keys of {@code range}. */
    public int firstBlock(KeyRange range) {
        return range.from() == null ? 0 : firstBlock(range.from());
    }

    /** Behind the last of the blocks that may have keys of {@code range}; never below the first one. */
    public int endBlock(KeyRange range) {
        return range.to() == null ? blocks : Math.max(firstBlock(range), endBelow(range.to()));
    }

    /** As {@link IndexPage#search} for the whole run: the first block, the number of blocks when there is none. */
    private int search(byte[] key, int least, boolean cutIsBelow) {
        int found = leaf == null ? 0 : leaf.search(key, least, cutIsBelow);
        if (found == 0 && !startsAt(0) || leaf.end() < blocks && found == leaf.entries()) {
            leaf = leafOf(key, least, cutIsBelow);
            found = leaf.search(key, least, cutIsBelow);
        }
        return leaf.first() + found;
    }

    private boolean startsAt(int block) {
        return leaf != null && leaf.first() == block;
    }

    /** The page in which the blocks found end or, if it is the first block that is found, begin. */
    private IndexPage leafOf(byte[] key, int least, boolean cutIsBelow) {
        IndexPage page = page(root);
        while (page.level() > 0) {
            page = page(page.child(Math.max(0, page.search(key, least, cutIsBelow) - 1)));
        }
        return page;
    }

    private IndexPage leafOf(int block) {
        if (leaf == null || !leaf.has(block)) {
            IndexPage page = page(root);
            while (page.level() > 0) {
                page = page(page.child(page.childOf(block)));
            }
            if (!page.has(block)) {
                throw pages.corrupt("its index has no block " + block + " of " + blocks);
            }
            leaf = page;
        }
        return leaf;
    }
}
