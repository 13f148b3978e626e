package org.sss.spark.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockSum;
import org.sss.spark.store.StoredGroup.StoredFile;

/** Writes the blocks of one subgroup. A file that is not finished is deleted. One thread at a time. */
public final class BlockFileWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 256 << 10;

    private final GroupStore store;
    private final int subgroup;
    private final String path;
    private final OutputStream out;
    private final BlockSum sum = new BlockSum();
    private long bytes;
    private boolean finished;

    /** @param path below the store */
    public BlockFileWriter(GroupStore store, int subgroup, String path) {
        this.store = store;
        this.subgroup = subgroup;
        this.path = path;
        out = new BufferedOutputStream(store.create(path), BUFFER_BYTES);
    }

    public void add(byte[] block, int offset, int length) {
        try {
            out.write(block, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
        sum.add(block, offset);
        bytes += length;
    }

    /** Closes the file, which is then complete. */
    public StoredFile finish() {
        try {
            out.close();
        } catch (IOException e) {
            throw failed(e);
        }
        finished = true;
        return new StoredFile(subgroup, path, sum.tuples(), sum.dataBytes(), bytes);
    }

    private SssException failed(IOException e) {
        return new SssException(
                ErrorCode.STORAGE, "writing " + path + " of store '" + store + "': " + e + "; is the disk full?", e);
    }

    @Override
    public void close() {
        if (!finished) {
            try {
                out.close();
            } catch (IOException e) {
                // The file is deleted.
            }
            store.delete(path);
        }
    }
}
