package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Verifies the blocks of one run: checksums, entries, order, and that they add up to what was committed. One thread, once. */
final class FsckRun {
    private static final int BATCH_BYTES = 1 << 20;
    /** Of a run that is damaged in more blocks only their number is told. */
    private static final int MOST_PROBLEMS = 5;

    private final BlockRun run;
    private final BlockIndex index;
    private final FsckReport report;
    private final OpenRun counted;
    private final Queue<ByteBuf> ready = new ArrayDeque<>();
    private int damaged;

    FsckRun(BlockRun run, FsckReport report) {
        this.run = run;
        this.report = report;
        index = run.index();
        counted = new OpenRun(run.info().run(), run.info().attempt(), run.info().sequence());
    }

    void verify() {
        report.run();
        try (BlockIntake intake = new BlockIntake()) {
            for (int block = 0; block < index.blocks(); ) {
                block = verifyBatch(block, intake);
            }
        } finally {
            ready.forEach(ByteBuf::release);
        }
        if (damaged > MOST_PROBLEMS) {
            report.problem(run.corrupt(damaged + " of its " + index.blocks() + " blocks are damaged", null).getMessage());
        } else if (damaged == 0) {
            verifyCounts();
        }
    }

    private int verifyBatch(int from, BlockIntake intake) {
        try {
            run.read(from, index.blocks(), BATCH_BYTES, ready::add);
        } catch (SssException e) {
            tell(e.getMessage());
            ready.forEach(ByteBuf::release);
            ready.clear();
            return from + 1;
        }
        int block = from;
        for (ByteBuf bytes; (bytes = ready.poll()) != null; block++) {
            verifyBlock(block, bytes, intake);
        }
        return block;
    }

    private void verifyBlock(int block, ByteBuf bytes, BlockIntake intake) {
        try {
            intake.load(bytes);
            if (damaged == 0) {
                counted.checkFollows(intake);
                counted.add(intake);
                checkIndex(block, intake);
            }
            report.block(intake.tuples());
        } catch (SssException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw e; // such as a library that this process cannot load: the block may be all right
            }
            tell(run.corrupt("block " + block + ": " + e.getMessage(), e).getMessage());
        } finally {
            bytes.release();
        }
    }

    private void checkIndex(int block, BlockIntake intake) {
        boolean same = index.tuples(block) == intake.tuples() && index.continuesPrevious(block) == intake.continuesPrevious()
                && index.keyGoesOn(block) == counted.keyGoesOnAt().get(block) && index.mayBegin(block, intake.firstKey());
        if (!same) {
            tell(run.corrupt("the index of block " + block + " says something else than the block", null).getMessage());
        }
    }

    private void tell(String problem) {
        if (damaged++ < MOST_PROBLEMS) {
            report.problem(problem);
        }
    }

    private void verifyCounts() {
        try {
            RunInfo found = counted.finish();
            RunInfo info = run.info();
            if (!found.stored().equals(info.stored()) || !Arrays.equals(found.firstKey(), info.firstKey())
                    || !Arrays.equals(found.lastKey(), info.lastKey())) {
                report.problem(run.corrupt("it has " + found.stored() + ", committed was " + info.stored()
                        + ", or its first or last key is another one", null).getMessage());
            }
        } catch (SssException e) {
            report.problem(run.corrupt(e.getMessage(), e).getMessage());
        }
    }
}
