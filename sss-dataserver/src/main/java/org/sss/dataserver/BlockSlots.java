package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;

/**
 * Memory for the blocks that a request for keys reads: one for each run, up to a number; with more runs some share one and
 * read their blocks again. One thread at a time.
 */
final class BlockSlots {
    private static final int SLOTS = 32;
    /** What one request leaves to the next: blocks of few runs, of usual size. */
    private static final int KEPT_SLOTS = 4;
    private static final int KEPT_BYTES = 2 * BlockFormat.TARGET_BYTES;

    private final Slot[] slots = new Slot[SLOTS];

    /** A block and whose it is. */
    static final class Slot {
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

    Slot slot(int run) {
        int at = run % SLOTS;
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

    /** Those that no request uses, so that a request for one key makes no garbage of the size of a block. Thread-safe. */
    static final class Pool {
        private static final int KEPT = 8;

        private final BlockingQueue<BlockSlots> free = new ArrayBlockingQueue<>(KEPT);

        BlockSlots take() {
            BlockSlots slots = free.poll();
            return slots == null ? new BlockSlots() : slots;
        }

        void giveBack(BlockSlots slots) {
            slots.forget();
            free.offer(slots);
        }
    }
}
