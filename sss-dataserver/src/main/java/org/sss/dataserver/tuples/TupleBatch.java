package org.sss.dataserver.tuples;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.sss.net.block.BigEndian;

/** Records of one read in memory, each at a place in {@link #bytes}. One thread at a time. */
final class TupleBatch {
    private byte[] bytes = new byte[0];
    private int end;
    private int last;

    /** Reads the first records of a range, at least one; false when there is none. */
    boolean read(TupleStore store, byte[] from, byte[] to, int batchBytes) {
        clear();
        int count = readOnce(store, from, to, batchBytes);
        while (count < 0) { // the next one may be larger: records come and go meanwhile
            count = readOnce(store, from, to, -count);
        }
        for (int at = 0; at < end; at = after(at)) {
            last = at;
        }
        return count > 0;
    }

    private int readOnce(TupleStore store, byte[] from, byte[] to, int batchBytes) {
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(batchBytes, batchBytes);
        try {
            ByteBuffer out = memory.nioBuffer(0, batchBytes);
            int count = store.read(from, to, out);
            if (count > 0) {
                end = out.position();
                bytes = bytes.length < end ? new byte[end] : bytes;
                out.flip().get(bytes, 0, end);
            }
            return count;
        } finally {
            memory.release();
        }
    }

    void clear() {
        end = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Behind the last record. */
    int end() {
        return end;
    }

    /** The place of the record after that at {@code place}. */
    int after(int place) {
        return valueAt(place) + valueLength(place);
    }

    int keyAt(int place) {
        return place + 8;
    }

    int keyLength(int place) {
        return BigEndian.getInt(bytes, place);
    }

    int valueAt(int place) {
        return keyAt(place) + keyLength(place);
    }

    int valueLength(int place) {
        return BigEndian.getInt(bytes, place + 4);
    }

    byte[] key(int place) {
        return Arrays.copyOfRange(bytes, keyAt(place), keyAt(place) + keyLength(place));
    }

    /** The first key behind all of these. */
    byte[] afterLast() {
        return TupleKeys.after(key(last));
    }
}
