package org.sss.dataserver.index;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.net.block.KeyRange;

/**
 * The blocks of one run in key order, numbered from 0: the offset, the counts and the first key of each. It is a tree
 * of {@link IndexPage}s, of which this object retains only the last one used; the others are loaded when they are
 * needed. One thread at a time.
 *
 * <pre>
 *   level 2                  root
 *   level 1         page of pages    ...                       a search goes down, one page a level
 *   level 0    page of blocks, page of blocks, ...             a scan goes to the next one
 * </pre>
 *
 * <p>A point read of a key reads the blocks {@code firstBlock(key)} to {@code endBlock(key)}, exclusive: usually one,
 * more when values of the key fill several. A block with a key above it ends the search. All methods throw
 * {@link ErrorCode#CORRUPT} when a page is damaged, and the errors of reading it.
 */
public final class BlockIndex {
    /** Loads pages. */
    public interface Pages {
        /** @throws SssException {@link ErrorCode#CORRUPT}, {@link ErrorCode#STORAGE} */
        IndexPage page(Pointer pointer);

        SssException corrupt(String what);
    }

    private final int blocks;
    private final Pointer root;
    private final Pages pages;
    /** The last page of blocks used, or null. */
    private IndexPage leaf;

    public BlockIndex(int blocks, Pointer root, Pages pages) {
        this.blocks = blocks;
        this.root = root;
        this.pages = pages;
    }

    /** Makes the index of a run whose blocks are all in one page. */
    public BlockIndex(IndexPage only) {
        this(only.entries(), null, null);
        leaf = only;
    }

    public int blocks() {
        return blocks;
    }

    /** Returns null if there is only one page, which is not in a file. */
    public Pointer root() {
        return root;
    }

    public IndexPage page(Pointer pointer) {
        return pages.page(pointer);
    }

    /** Returns the offset of the first byte in the file; elsewhere its meaning is up to the maker of the index. */
    public long offset(int block) {
        return leafOf(block).offset(block - leaf.first());
    }

    /** Returns the bytes of the block. */
    public int length(int block) {
        return leafOf(block).length(block - leaf.first());
    }

    /** Returns the number of values that end in the block. */
    public int tuples(int block) {
        return leafOf(block).tuples(block - leaf.first());
    }

    /** Returns true if the block continues a value of the block before. */
    public boolean continuesPrevious(int block) {
        return leafOf(block).has(block - leaf.first(), IndexPage.FLAG_CONTINUES_PREVIOUS);
    }

    /** Returns true if the first key of the block is also the last key of the block before. */
    public boolean keyContinues(int block) {
        return leafOf(block).has(block - leaf.first(), IndexPage.FLAG_KEY_CONTINUES);
    }

    /** Returns the first key of the block, or null if it is longer than an index stores. */
    public byte[] firstKey(int block) {
        return leafOf(block).key(block - leaf.first());
    }

    /** Returns true if the checksum of the block was compared recently. */
    public boolean isVerified(int block) {
        return leafOf(block).isVerified(block - leaf.first());
    }

    public void setVerified(int block) {
        leafOf(block).setVerified(block - leaf.first());
    }

    /**
     * Returns true if {@code key} may be the first key of the block: surely, unless it is longer than an index stores.
     */
    public boolean mayStartWith(int block, byte[] key) {
        return leafOf(block).compare(block - leaf.first(), key) == 0;
    }

    /**
     * Returns the first block that may have {@code key}, or keys above it; {@link #endBlock} determines whether there
     * is one.
     */
    public int firstBlock(byte[] key) {
        int notBelow = search(key, 0, false);
        boolean startsThere = notBelow == 0
                || notBelow < blocks
                        && mayStartWith(notBelow, key)
                        && !leaf.has(notBelow - leaf.first(), IndexPage.FLAG_KEY_CONTINUES | IndexPage.FLAG_KEY_CUT);
        return startsThere ? notBelow : notBelow - 1;
    }

    /**
     * Returns the end (exclusive) of the blocks that may have {@code key}; not above {@link #firstBlock} when no block
     * has it.
     */
    public int endBlock(byte[] key) {
        return search(key, 1, true);
    }

    /** Returns the end (exclusive) of the blocks that may have keys below {@code key}. */
    int endBelow(byte[] key) {
        return search(key, 0, true);
    }

    /** Returns the first of the blocks that may have keys of {@code range}. */
    public int firstBlock(KeyRange range) {
        return range.from() == null ? 0 : firstBlock(range.from());
    }

    /** Returns the end (exclusive) of the blocks that may have keys of {@code range}; never below the first one. */
    public int endBlock(KeyRange range) {
        return range.to() == null ? blocks : Math.max(firstBlock(range), endBelow(range.to()));
    }

    /**
     * As {@link IndexPage#search}, for the whole run: returns the first block, or the number of blocks if there is
     * none.
     */
    private int search(byte[] key, int minOrder, boolean cutIsBelow) {
        int found = leaf == null ? 0 : leaf.search(key, minOrder, cutIsBelow);
        if (found == 0 && !startsAt(0) || leaf.end() < blocks && found == leaf.entries()) {
            leaf = leafOf(key, minOrder, cutIsBelow);
            found = leaf.search(key, minOrder, cutIsBelow);
        }
        return leaf.first() + found;
    }

    private boolean startsAt(int block) {
        return leaf != null && leaf.first() == block;
    }

    /** Returns the page in which the blocks found end or, if the first block is found, start. */
    private IndexPage leafOf(byte[] key, int minOrder, boolean cutIsBelow) {
        IndexPage page = page(root);
        while (page.level() > 0) {
            page = page(page.child(Math.max(0, page.search(key, minOrder, cutIsBelow) - 1)));
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
