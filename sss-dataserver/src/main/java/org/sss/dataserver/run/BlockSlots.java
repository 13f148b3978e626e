package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;

/**
 * Memory for the blocks that a request for keys reads: one slot for each run, up to a limit, which is lower while many
 * requests are being answered; above the limit runs share a slot and read their blocks again. One thread at a time.
 */
public final class BlockSlots {
    static final int SLOTS = 32;
    /** What one request leaves for the next: blocks of few runs, of usual size. */
    private static final int MAX_IDLE_SLOTS = 4;

    private static final int MAX_IDLE_BYTES = 2 * BlockFormat.TARGET_BYTES;

    private final Slot[] slots = new Slot[SLOTS];
    private int max = SLOTS;

    /** Memory for one block, and the cursor that uses it. */
    public static final class Slot {
        private final BlockReader reader = new BlockReader();
        private final SubBlockReader subBlocks = new SubBlockReader();
        private byte[] bytes = new byte[BlockFormat.TARGET_BYTES];
        private KeyCursor owner;

        BlockReader reader() {
            return reader;
        }

        /** Returns the reader of sub-blocks. */
        SubBlockReader subBlocks() {
            return subBlocks;
        }

        boolean isOf(KeyCursor cursor) {
            return owner == cursor;
        }

        /**
         * Copies a block and compares its checksum. Does not release {@code block}.
         *
         * @throws org.sss.api.SssException CORRUPT; the slot has no owner then
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

        private boolean isWorthRetaining() {
            return bytes.length <= MAX_IDLE_BYTES
                    && subBlocks.memoryBytes() <= MAX_IDLE_BYTES
                    && reader.array().length <= MAX_IDLE_BYTES;
        }
    }

    public Slot slot(int run) {
        int at = run % max;
        if (slots[at] == null) {
            slots[at] = new Slot();
        }
        return slots[at];
    }

    private void clear() {
        for (int i = 0; i < SLOTS && slots[i] != null; i++) {
            slots[i].owner = null;
            slots[i] = i < MAX_IDLE_SLOTS && slots[i].isWorthRetaining() ? slots[i] : null;
        }
    }

    /**
     * Idle slots, so that a request for one key does not allocate the size of a block. Requests interleave, and
     * hundreds may be partly answered: the more slots are in use, the fewer a new request gets, but at least one.
     * Thread-safe.
     */
    public static final class Pool {
        private static final int MAX_IDLE = 8;
        private static final int SHARE_DIVISOR = 4;
        private static final int HEAP_DIVISOR = 16;
        /** Bytes of a compressed block and of the same block without compression. */
        private static final int SLOT_BYTES = BlockFormat.TARGET_BYTES + BlockFormat.COMPRESSED_TARGET_BYTES;

        private final BlockingQueue<BlockSlots> free = new ArrayBlockingQueue<>(MAX_IDLE);
        private final int maxSlots;
        private final AtomicInteger out = new AtomicInteger();

        /** Uses about a sixteenth of the heap. */
        public Pool() {
            this((int) Math.min(1 << 20, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR / SLOT_BYTES));
        }

        /** @param maxSlots of all requests while these are fewer */
        public Pool(int maxSlots) {
            this.maxSlots = maxSlots;
        }

        public BlockSlots take() {
            BlockSlots idle = free.poll();
            BlockSlots slots = idle == null ? new BlockSlots() : idle;
            slots.max = Math.max(1, Math.min(SLOTS, (maxSlots - out.get()) / SHARE_DIVISOR));
            out.addAndGet(slots.max);
            return slots;
        }

        public void giveBack(BlockSlots slots) {
            out.addAndGet(-slots.max);
            slots.clear();
            free.offer(slots);
        }
    }
}
