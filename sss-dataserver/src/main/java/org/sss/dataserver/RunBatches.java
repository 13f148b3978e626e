package org.sss.dataserver;

import io.netty.buffer.ByteBuf;

/** The blocks of a run in a file, many in a frame: each frame is what one read gave. One thread at a time. Owns the run. */
final class RunBatches implements FrameSource {
    private final FileRun run;
    private final KeyRange range;
    private final int frameBytes;
    private boolean begun;
    private int next;
    private int end;

    RunBatches(FileRun run, KeyRange range, int frameBytes) {
        this.run = run;
        this.range = range;
        this.frameBytes = frameBytes;
    }

    @Override
    public ByteBuf next() {
        if (!begun) {
            next = run.index().firstBlock(range);
            end = run.index().endBlock(range);
            begun = true;
        }
        return next < end ? run.readFrame(next, end, frameBytes, count -> next += count) : null;
    }

    @Override
    public void close() {
        begun = true;
        next = end;
        run.close();
    }
}
