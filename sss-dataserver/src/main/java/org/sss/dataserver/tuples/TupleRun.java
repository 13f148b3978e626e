package org.sss.dataserver.tuples;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Arrays;
import org.sss.api.SssException;
import org.sss.dataserver.run.AnswerBytes;
import org.sss.dataserver.run.BlockSlots;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.KeyFinder;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;

/** The runs of a segment in the file of a node, as one; blocks are made as they are read. One thread at a time. */
public final class TupleRun implements Run {
    /** If a key has more bytes than this, its values are read run by run. */
    private static final int MIN_BATCH_BYTES = 64 << 10;

    private final TupleSegment segment;

    TupleRun(TupleSegment segment) {
        this.segment = segment;
    }

    @Override
    public RunInfo info() {
        return segment.runs().whole();
    }

    @Override
    public SssException corrupt(String what, Throwable cause) {
        return segment.corrupt(what, cause);
    }

    @Override
    public void close() {
        // nothing to close
    }

    @Override
    public BlockSource source(KeyRange range, int batchBytes) {
        return new Source(blocks(range, batchBytes));
    }

    @Override
    public FrameSource frames(KeyRange range, int batchBytes) {
        return new Frames(blocks(range, batchBytes));
    }

    private TupleBlocks blocks(KeyRange range, int batchBytes) {
        return new TupleBlocks(segment, range, Math.max(batchBytes, MIN_BATCH_BYTES));
    }

    @Override
    public KeyFinder keys(BlockSlots.Slot slot, boolean oneOfMany) {
        return new Finder(segment);
    }

    private record Source(TupleBlocks blocks) implements BlockSource {
        @Override
        public boolean next(BlockReader reader) {
            byte[] block = blocks.next();
            if (block != null) {
                reader.reset(block, 0, block.length);
            }
            return block != null;
        }

        @Override
        public void close() {
            blocks.close();
        }
    }

    private record Frames(TupleBlocks blocks) implements FrameSource {
        @Override
        public ByteBuf next() {
            byte[] block = blocks.next();
            return block == null
                    ? null
                    : PooledByteBufAllocator.DEFAULT.directBuffer(block.length).writeBytes(block);
        }

        @Override
        public void close() {
            blocks.close();
        }
    }

    private static final class Finder implements KeyFinder {
        private final TupleSegment segment;
        private final TupleBatch batch = new TupleBatch();

        Finder(TupleSegment segment) {
            this.segment = segment;
        }

        @Override
        public boolean find(byte[] key, long hash, AnswerBytes answer) {
            KeyRange only = new KeyRange(key, Arrays.copyOf(key, key.length + 1));
            if (!segment.runs().whole().overlaps(only)) {
                return true;
            }
            TupleReader values = new TupleReader(segment, only, MIN_BATCH_BYTES, batch);
            while (values.next()) {
                boolean more = values.valueContinues()
                        ? answer.tooLarge()
                        : answer.add(values.array(), values.valueOffset(), values.valueLength());
                if (!more) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
