package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Queue;
import org.sss.net.block.RunMerge;
import org.sss.net.block.RunWriter;

/** Several runs merged into new blocks, with no tuple outside the range. One thread at a time. */
final class MergedFrames implements FrameSource {
    private final RunMerge merge;
    private final KeyRange range;
    private final Queue<ByteBuf> ready = new ArrayDeque<>();
    private final RunWriter writer = new RunWriter(this::add);
    private boolean inKey;
    private boolean ended;

    /** @param merge owned */
    MergedFrames(RunMerge merge, KeyRange range) {
        this.merge = merge;
        this.range = range;
    }

    private void add(byte[] bytes, int length) {
        ready.add(PooledByteBufAllocator.DEFAULT.buffer(length).writeBytes(bytes, 0, length));
    }

    @Override
    public ByteBuf next() {
        while (ready.isEmpty() && !ended) {
            step();
        }
        return ready.poll();
    }

    /** One value, or one key further. */
    private void step() {
        if (inKey && merge.nextValue()) {
            writer.add(merge.key(), 0, merge.keyLength(), merge.valueArray(), merge.valueOffset(), merge.valueLength());
            return;
        }
        inKey = false;
        if (!merge.nextKey() || range.isPast(merge.key(), merge.keyLength())) {
            ended = true;
            writer.finish();
        } else {
            inKey = !range.isBelow(merge.key(), merge.keyLength());
        }
    }

    @Override
    public void close() {
        ready.forEach(ByteBuf::release);
        ready.clear();
        merge.close();
    }
}
