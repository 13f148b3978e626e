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
 * Last keys of open runs, as far as they are long, in a file without a name: there may be thousands of runs, and any of them may go on.
 * One thread at a time.
 */
final class LongKeys implements AutoCloseable {
    /** What a place has room for: any key. */
    private static final int PLACE_BYTES = BlockFormat.MAX_KEY_BYTES + 1;

    private final Path scratch;
    private FileChannel file; // null until a key comes
    private int places;

    /** @param scratch a name for the file, which is unlinked as soon as it is open */
    LongKeys(Path scratch) {
        this.scratch = scratch;
    }

    /** A place for one key, and those that come instead of it. */
    int newPlace() {
        return places++;
    }

    /** @throws SssException {@link ErrorCode#STORAGE}; what was there is lost then */
    void put(int place, ByteBuffer key) {
        try {
            if (file == null) {
                file = FileChannel.open(scratch, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Disk.delete(scratch);
            }
            for (long at = at(place); key.hasRemaining(); ) {
                at += file.write(key, at);
            }
        } catch (IOException e) {
            throw Disk.error("note a long key", scratch, e);
        }
    }

    /** The first {@code length} bytes of the key at a place. @throws SssException {@link ErrorCode#STORAGE} */
    byte[] get(int place, int length) {
        ByteBuffer key = ByteBuffer.allocate(length);
        try {
            while (key.hasRemaining()) {
                if (file.read(key, at(place) + key.position()) < 0) {
                    throw new EOFException("the file has lost its end");
                }
            }
        } catch (IOException e) {
            throw Disk.error("read a long key", scratch, e);
        }
        return key.array();
    }

    private static long at(int place) {
        return (long) place * PLACE_BYTES;
    }

    /** Nobody needs a key any more. Idempotent. */
    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // of closing a file that is gone
        }
    }
}
