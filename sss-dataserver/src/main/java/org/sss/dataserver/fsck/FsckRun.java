package org.sss.dataserver.fsck;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.run.BlockRun;
import org.sss.dataserver.run.RunInfo;

/**
 * Verifies one run: the pages of its index and whether they match each other; checksums, entries and order of its
 * blocks; and that they add up to what was committed. One thread, once.
 */
final class FsckRun {
    private static final int BATCH_BYTES = 1 << 20;
    /** Above this number of damaged blocks of a run, only their number is reported. */
    private static final int MAX_PROBLEMS = 5;
    /** Approximate number of blocks that are read together. */
    private static final int ALONE_BLOCKS = 64;

    private final BlockRun run;
    private final BlockIndex index;
    private final FsckReport report;
    private final OpenRun counted;
    private final Queue<ByteBuf> ready = new ArrayDeque<>();
    private int damaged;
    private int damagedPages;
    /** Blocks before this one are read one by one, to find those that cannot be read. */
    private int aloneUntil;

    FsckRun(BlockRun run, FsckReport report) {
        this.run = run;
        this.report = report;
        index = run.index();
        counted = new OpenRun(run.info().run(), run.info().attempt(), run.info().sequence());
    }

    void verify() {
        report.run();
        try (BlockValidator validator = new BlockValidator()) {
            verifyPage(index.root(), index.blocks(), null, 0, validator);
        } finally {
            ready.forEach(ByteBuf::release);
        }
        if (damaged > MAX_PROBLEMS) {
            report.problem(run.corrupt(
                            damaged - damagedPages + " of its " + index.blocks() + " blocks are damaged, and "
                                    + damagedPages + " pages of its index",
                            null)
                    .getMessage());
        } else if (damaged == 0) {
            verifyCounts();
        }
    }

    /**
     * Verifies a page and everything below it.
     *
     * @param end   end (exclusive) of its blocks
     * @param above the page that refers to it, by its entry {@code entry}; or null
     */
    private void verifyPage(Pointer pointer, int end, IndexPage above, int entry, BlockValidator validator) {
        IndexPage page;
        try {
            page = index.page(pointer);
        } catch (SssException e) {
            damagedPages++;
            reportBlock(e.getMessage());
            return;
        }
        if (above != null && !above.startsLike(entry, page) || page.level() == 0 && page.end() != end) {
            damagedPages++;
            reportBlock(
                    run.corrupt(pointer + " and the one above it differ", null).getMessage());
            return;
        }
        if (page.level() > 0) {
            verifyBelow(page, end, validator);
            return;
        }
        for (int block = page.first(); block < end; ) {
            block = verifyBatch(block, end, validator);
        }
    }

    private void verifyBelow(IndexPage page, int end, BlockValidator validator) {
        for (int i = 0; i < page.entries(); i++) {
            int endOfChild = i + 1 < page.entries() ? page.child(i + 1).first() : end;
            verifyPage(page.child(i), endOfChild, page, i, validator);
        }
    }

    private int verifyBatch(int from, int to, BlockValidator validator) {
        try {
            run.read(from, to, from < aloneUntil ? 0 : BATCH_BYTES, ready::add);
        } catch (SssException e) {
            ready.forEach(ByteBuf::release);
            ready.clear();
            if (from >= aloneUntil) {
                aloneUntil = from + ALONE_BLOCKS;
                return from;
            }
            reportBlock(e.getMessage());
            return from + 1;
        }
        int block = from;
        for (ByteBuf bytes; (bytes = ready.poll()) != null; block++) {
            verifyBlock(block, bytes, validator);
        }
        return block;
    }

    private void verifyBlock(int block, ByteBuf bytes, BlockValidator validator) {
        try {
            validator.load(bytes);
            if (damaged == 0) {
                counted.checkFollows(validator);
                counted.add(validator);
                checkIndex(block, validator);
            }
            report.block(validator.tuples());
        } catch (SssException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw e; // for example, a library that this process cannot load: the block may be intact
            }
            reportBlock(run.corrupt("block " + block + ": " + e.getMessage(), e).getMessage());
        } finally {
            bytes.release();
        }
    }

    private void checkIndex(int block, BlockValidator validator) {
        boolean same = index.tuples(block) == validator.tuples()
                && index.continuesPrevious(block) == validator.continuesPrevious()
                && index.keyContinues(block) == counted.keyContinuesAt().get(block)
                && index.mayStartWith(block, validator.firstKey());
        if (!same) {
            reportBlock(run.corrupt("the index of block " + block + " does not match the block", null)
                    .getMessage());
        }
    }

    private void reportBlock(String problem) {
        if (damaged++ < MAX_PROBLEMS) {
            report.problem(problem);
        }
    }

    private void verifyCounts() {
        try {
            RunInfo found = counted.finish();
            RunInfo info = run.info();
            if (!found.stored().equals(info.stored())
                    || !Arrays.equals(found.firstKey(), info.firstKey())
                    || !Arrays.equals(found.lastKey(), info.lastKey())) {
                report.problem(run.corrupt(
                                "it has " + found.stored() + ", committed was " + info.stored()
                                        + ", or its first or last key differs",
                                null)
                        .getMessage());
            } else if (info.digest() != null && !info.digest().equals(found.digest())) {
                report.problem(run.corrupt(
                                "the digest of its blocks is " + found.digest() + ", committed was " + info.digest(),
                                null)
                        .getMessage());
            }
        } catch (SssException e) {
            report.problem(run.corrupt(e.getMessage(), e).getMessage());
        }
    }
}
