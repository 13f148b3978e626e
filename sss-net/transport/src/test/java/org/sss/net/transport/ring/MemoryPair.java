package org.sss.net.transport.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/** Memory of two sides in this process. Its bytes may be read and changed by tests. */
public final class MemoryPair {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    final ByteBuffer first;
    final ByteBuffer second;
    private final RingShape shape;

    public MemoryPair(RingShape shape) {
        this.shape = shape;
        first = ByteBuffer.allocateDirect(RingLayout.bytes(shape));
        second = ByteBuffer.allocateDirect(RingLayout.bytes(shape));
    }

    public RingMemory ofFirst() {
        return new Side(shape, first, second, new AtomicInteger(Integer.MAX_VALUE), new long[RingWord.values().length]);
    }

    public RingMemory ofSecond() {
        return new Side(shape, second, first, new AtomicInteger(Integer.MAX_VALUE), new long[RingWord.values().length]);
    }

    /** Memory which is found to be destroyed after this many checks. */
    RingMemory ofSecondUntil(int checks) {
        return new Side(shape, second, first, new AtomicInteger(checks), new long[RingWord.values().length]);
    }

    static void set(ByteBuffer memory, RingWord word, long value) {
        LONGS.setVolatile(memory, RingLayout.offset(word), value);
    }

    private record Side(RingShape shape, ByteBuffer own, ByteBuffer peers, AtomicInteger checks, long[] published)
            implements RingMemory {
        @Override
        public long word(RingWord word) {
            return (long) LONGS.getVolatile(own, RingLayout.offset(word));
        }

        @Override
        public ByteBuffer received(int slot) {
            return own.slice(RingLayout.offset(shape, slot), shape.slotBytes());
        }

        @Override
        public ByteBuffer slot(int slot) {
            return peers.slice(RingLayout.offset(shape, slot), shape.slotBytes());
        }

        @Override
        public void put(int slot, int bytes) {
            // The bytes are there already.
        }

        @Override
        public void publish(RingWord word, long value) {
            set(peers, word, value);
            published[word.ordinal()] = value;
        }

        @Override
        public long published(RingWord word) {
            return published[word.ordinal()];
        }

        @Override
        public void check() {
            if (checks.getAndDecrement() == 0) {
                throw new InternalError("destroyed");
            }
        }

        @Override
        public void close() {
            // as above
        }
    }
}
