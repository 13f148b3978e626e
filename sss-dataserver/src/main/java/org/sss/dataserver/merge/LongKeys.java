package org.sss.dataserver.merge;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.net.block.BlockFormat;

/**
 * The long ones of the last keys of open runs, in a file without a name: there may be thousands of runs, and any of
 * them may continue. One thread at a time.
 */
final class LongKeys implements AutoCloseable {
    /** Bytes of a slot: enough for any key. */
    private static final int SLOT_BYTES = BlockFormat.MAX_KEY_BYTES + 1;

    private final Path scratch;
    private FileChannel file; // null until the first key
    private int slots;

    /** @param scratch a name for the file, which is unlinked as soon as it is open */
    LongKeys(Path scratch) {
        this.scratch = scratch;
    }

    /** Returns a slot for one key, and for those that replace it. */
    int newSlot() {
        return slots++;
    }

    /** @throws SssException {@link ErrorCode#STORAGE}; the stored keys are lost then */
    void put(int slot, ByteBuffer key) {
        try {
            if (file == null) {
                file = FileChannel.open(
                        scratch, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Disk.delete(scratch);
            }
            for (long at = at(slot); key.hasRemaining(); ) {
                at += file.write(key, at);
            }
        } catch (IOException e) {
            throw Disk.error("store a long key", scratch, e);
        }
    }

    /**
     * Returns the first {@code length} bytes of the key in a slot.
     *
     * @throws SssException {@link ErrorCode#STORAGE}
     */
    byte[] get(int slot, int length) {
        ByteBuffer key = ByteBuffer.allocate(length);
        try {
            while (key.hasRemaining()) {
                if (file.read(key, at(slot) + key.position()) < 0) {
                    throw new EOFException("the file is truncated");
                }
            }
        } catch (IOException e) {
            throw Disk.error("read a long key", scratch, e);
        }
        return key.array();
    }

    private static long at(int slot) {
        return (long) slot * SLOT_BYTES;
    }

    /** The keys are not needed any more. Idempotent. */
    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // error of closing a file that is deleted
        }
    }
}
