package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.Groups;
import org.sss.dataserver.run.AnswerBytes;
import org.sss.dataserver.run.BlockSlots;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.scan.KeyLookup;
import org.sss.dataserver.scan.StreamFrames;
import org.sss.net.block.KeyRange;
import org.sss.net.data.GetFormat;
import org.sss.net.data.RequestedKeys;

/** The answers to one request for keys, read as they are sent. One thread at a time. */
final class KeyAnswers implements StreamFrames {
    /** When keys wait for a slow disk, the client gets a sign of life at this interval. */
    private static final long MAX_FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RequestedKeys keys;
    private final LongSupplier nanoTime;
    private final Groups groups;
    private final BlockSlots.Pool pool;
    private final BlockSlots slots;
    private final AnswerBytes answer = new AnswerBytes();
    private KeyLookup lookup;
    private int subgroup = -1;
    private boolean ended;

    /**
     * @param nanoTime {@link System#nanoTime}
     * @throws org.sss.api.SssException {@link org.sss.api.ErrorCode#NOT_FOUND} from {@link #next} when the group was
     *     dropped
     */
    KeyAnswers(RequestedKeys keys, Groups groups, BlockSlots.Pool pool, LongSupplier nanoTime) {
        this.keys = keys;
        this.nanoTime = nanoTime;
        this.groups = groups;
        this.pool = pool;
        slots = pool.take();
    }

    @Override
    public ByteBuf next() {
        long startNanos = nanoTime.getAsLong();
        while (!ended
                && answer.size() < GetFormat.FRAME_BYTES
                && (answer.size() == 0 || nanoTime.getAsLong() - startNanos < MAX_FRAME_NANOS)) {
            ended = !keys.next();
            if (!ended) {
                find();
            }
        }
        return answer.size() > (ended ? GetFormat.MAX_TRAILER_BYTES : 0) ? frame() : null;
    }

    private void find() {
        if (keys.subgroup() != subgroup) {
            closeLookup();
            subgroup = keys.subgroup();
            lookup = open(groups.find(keys.group()));
        }
        if (lookup == null) {
            answer.nothingHere();
            return;
        }
        answer.startKey();
        lookup.find(keys.array(), keys.keyOffset(), keys.keyLength(), answer);
        answer.endKey();
    }

    /** Returns null if nothing of the subgroup is committed here. */
    private KeyLookup open(Group group) {
        List<Segment> segments = group == null ? List.of() : group.segments(subgroup);
        return segments.isEmpty() ? null : new KeyLookup(segments, range(), slots);
    }

    private KeyRange range() {
        if (keys.count() > 1) {
            return KeyRange.ALL;
        }
        byte[] key = Arrays.copyOfRange(keys.array(), keys.keyOffset(), keys.keyOffset() + keys.keyLength());
        return new KeyRange(key, Arrays.copyOf(key, key.length + 1));
    }

    private ByteBuf frame() {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(answer.size());
        frame.writeBytes(answer.array(), 0, answer.size());
        answer.clear();
        return frame;
    }

    @Override
    public byte[] trailer() {
        return answer.toByteArray();
    }

    @Override
    public void close() {
        try {
            closeLookup();
        } finally {
            pool.giveBack(slots);
        }
    }

    private void closeLookup() {
        if (lookup != null) {
            KeyLookup ended = lookup;
            lookup = null;
            ended.close();
        }
    }
}
