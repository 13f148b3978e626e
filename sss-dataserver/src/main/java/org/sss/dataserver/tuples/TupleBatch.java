package org.sss.dataserver.tuples;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.sss.net.block.BigEndian;

/** Records that one read has copied to memory, each at an offset in {@link #bytes}. One thread at a time. */
final class TupleBatch {
    private byte[] bytes = new byte[0];
    private int end;
    private int last;

    /** Reads the first records of a range, at least one; returns false if there is none. */
    boolean read(TupleStore store, byte[] from, byte[] to, int batchBytes) {
        clear();
        int count = readOnce(store, from, to, batchBytes);
        while (count < 0) { // the next one may be larger: other threads write in the meantime
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

    /** Returns the end offset of the last record. */
    int end() {
        return end;
    }

    /** Returns the offset of the record after that at {@code offset}. */
    int after(int offset) {
        return valueAt(offset) + valueLength(offset);
    }

    int keyAt(int offset) {
        return offset + 8;
    }

    int keyLength(int offset) {
        return BigEndian.getInt(bytes, offset);
    }

    int valueAt(int offset) {
        return keyAt(offset) + keyLength(offset);
    }

    int valueLength(int offset) {
        return BigEndian.getInt(bytes, offset + 4);
    }

    byte[] key(int offset) {
        return Arrays.copyOfRange(bytes, keyAt(offset), keyAt(offset) + keyLength(offset));
    }

    /** Returns the first key after all of these. */
    byte[] afterLast() {
        return TupleKeys.after(key(last));
    }
}
