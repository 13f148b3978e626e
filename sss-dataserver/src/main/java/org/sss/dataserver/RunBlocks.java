package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.sss.api.SssException;
import org.sss.kvs.KvsCursor;
import org.sss.kvs.KvsException;

/** The blocks of a committed run. One thread at a time. Owns the run. */
final class RunBlocks implements BlockBatches {
    private final FileRun run;
    private final KeyRange range;
    private final byte[] stopKey;
    private KvsCursor cursor;
    private long blocks;
    private long tuples;
    private boolean closed;

    RunBlocks(FileRun run, KeyRange range) {
        this.run = run;
        this.range = range;
        stopKey = run.stopKey(range);
    }

    @Override
    public int read(ByteBuf memory) {
        run.check();
        try {
            if (cursor == null) {
                cursor = run.cursor(range);
            }
            ByteBuffer out = memory.nioBuffer(0, memory.capacity());
            int records = cursor.read(out, stopKey);
            memory.setIndex(0, Math.max(0, out.position()));
            return records;
        } catch (KvsException e) {
            throw run.error(e);
        }
    }

    @Override
    public boolean isMine(int runNumber) {
        return runNumber == run.info().run();
    }

    @Override
    public void count(int blockTuples) {
        blocks++;
        tuples += blockTuples;
    }

    @Override
    public void checkComplete() {
        RunInfo info = run.info();
        if (range.isAll() && (blocks != info.blocks() || tuples != info.tuples())) {
            throw run.corrupt("it was committed with " + info.blocks() + " blocks and " + info.tuples() + " tuples, "
                    + blocks + " and " + tuples + " are there", null);
        }
    }

    @Override
    public SssException corrupt(String what, Throwable cause) {
        return run.corrupt(what, cause);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (cursor != null) {
                cursor.close();
            }
            run.close();
        }
    }
}
