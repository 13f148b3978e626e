package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;

/**
 * Memory for the blocks that a request for keys reads: one for each run, up to a number, which is small while many requests are
 * being answered; with more runs some share one and read their blocks again. One thread at a time.
 */
public final class BlockSlots {
    static final int SLOTS = 32;
    /** What one request leaves to the next: blocks of few runs, of usual size. */
    private static final int KEPT_SLOTS = 4;
    private static final int KEPT_BYTES = 2 * BlockFormat.TARGET_BYTES;

    private final Slot[] slots = new Slot[SLOTS];
    private int most = SLOTS;

    /** A block and whose it is. */
    public static final class Slot {
        private final BlockReader reader = new BlockReader();
        private final PartReader parts = new PartReader();
        private byte[] bytes = new byte[BlockFormat.TARGET_BYTES];
        private KeyCursor owner;

        BlockReader reader() {
            return reader;
        }

        /** Reads parts of blocks, for whoever wants to. */
        PartReader parts() {
            return parts;
        }

        boolean isOf(KeyCursor cursor) {
            return owner == cursor;
        }

        /**
         * Takes a block in and compares its checksum. Does not release {@code block}.
         *
         * @throws org.sss.api.SssException CORRUPT; the slot is nobody's then
         */
        void load(KeyCursor cursor, ByteBuf block) {
            owner = null;
            int length = block.readableBytes();
            if (bytes.length < length) {
                bytes = new byte[length];
            }
            block.getBytes(block.readerIndex(), bytes, 0, length);
            reader.reset(bytes, 0, length);
            owner = cursor;
        }

        private boolean isWorthKeeping() {
            return bytes.length <= KEPT_BYTES && parts.memoryBytes() <= KEPT_BYTES && reader.array().length <= KEPT_BYTES;
        }
    }

    public Slot slot(int run) {
        int at = run % most;
        if (slots[at] == null) {
            slots[at] = new Slot();
        }
        return slots[at];
    }

    private void forget() {
        for (int i = 0; i < SLOTS && slots[i] != null; i++) {
            slots[i].owner = null;
            slots[i] = i < KEPT_SLOTS && slots[i].isWorthKeeping() ? slots[i] : null;
        }
    }

    /**
     * Those that no request uses, so that a request for one key makes no garbage of the size of a block. Requests take turns, and hundreds
     * may be half answered: the more slots are out, the fewer a further one gets, but one at least. Thread-safe.
     */
    public static final class Pool {
        private static final int KEPT = 8;
        private static final int PART = 4;
        private static final int PART_OF_HEAP = 16;
        /** A compressed block, and the same as it is without compression. */
        private static final int SLOT_BYTES = BlockFormat.TARGET_BYTES + BlockFormat.COMPRESSED_TARGET_BYTES;

        private final BlockingQueue<BlockSlots> free = new ArrayBlockingQueue<>(KEPT);
        private final int mostSlots;
        private final AtomicInteger out = new AtomicInteger();

        /** With a sixteenth of the heap, about. */
        public Pool() {
            this((int) Math.min(1 << 20, Runtime.getRuntime().maxMemory() / PART_OF_HEAP / SLOT_BYTES));
        }

        /** @param mostSlots of all requests, as long as these are fewer */
        public Pool(int mostSlots) {
            this.mostSlots = mostSlots;
        }

        public BlockSlots take() {
            BlockSlots kept = free.poll();
            BlockSlots slots = kept == null ? new BlockSlots() : kept;
            slots.most = Math.max(1, Math.min(SLOTS, (mostSlots - out.get()) / PART));
            out.addAndGet(slots.most);
            return slots;
        }

        public void giveBack(BlockSlots slots) {
            out.addAndGet(-slots.most);
            slots.forget();
            free.offer(slots);
        }
    }
}
