package org.sss.dataserver.segment;

import io.netty.buffer.ByteBuf;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.run.FrameForm;
import org.sss.dataserver.run.FrameSource;
import org.sss.net.block.KeyRange;
import org.sss.net.data.BlockBatch;

/**
 * The blocks of a run in a file, many in a frame: each frame is the result of one read, or a range of the file. One
 * thread at a time. Owns the run.
 */
final class RunBatches implements FrameSource {
    private final FileRun run;
    private final KeyRange range;
    private final FrameForm form;
    private boolean started;
    private int next;
    private int end;
    private FileBlocks rest;

    RunBatches(FileRun run, KeyRange range, FrameForm form) {
        this.run = run;
        this.range = range;
        this.form = form;
    }

    @Override
    public ByteBuf next() {
        if (!started) {
            next = run.index().firstBlock(range);
            end = run.index().endBlock(range);
            started = true;
        }
        if (next >= end) {
            return null;
        }
        ByteBuf head = form.fromFiles() ? run.frameInFile(next, end, form.maxBytes(), found -> rest = found) : null;
        if (head == null) {
            return run.readFrame(next, end, form, count -> next += count);
        }
        next += BlockBatch.blocks(head);
        return head;
    }

    @Override
    public FileBlocks rest() {
        FileBlocks given = rest;
        rest = null;
        return given;
    }

    @Override
    public void close() {
        started = true;
        next = end;
        FileBlocks left = rest();
        Closing.all(
                () -> {
                    if (left != null) {
                        left.release();
                    }
                },
                run::close);
    }
}
