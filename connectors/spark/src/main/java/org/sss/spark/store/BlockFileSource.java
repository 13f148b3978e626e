package org.sss.spark.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.spark.store.StoredGroup.StoredFile;

/** Reads the blocks of a file one after the other; opens it at the first one. One thread at a time. */
public final class BlockFileSource implements BlockSource {
    private static final int BUFFER_BYTES = 256 << 10;
    /** Magic and length. */
    private static final int HEAD_BYTES = 8;

    private final GroupStore store;
    private final StoredFile file;
    private byte[] block = new byte[BlockFormat.MAX_BYTES];
    private InputStream in;
    private long left;

    public BlockFileSource(GroupStore store, StoredFile file) {
        this.store = store;
        this.file = file;
        left = file.storedBytes();
    }

    @Override
    public boolean next(BlockReader reader) {
        if (left == 0) {
            return false;
        }
        try {
            if (in == null) {
                in = new BufferedInputStream(store.open(file), BUFFER_BYTES);
            }
            int length = readBlock();
            left -= length;
            reader.reset(block, 0, length);
            return true;
        } catch (IOException e) {
            throw failed(ErrorCode.STORAGE, e.toString(), e);
        } catch (SssException e) {
            throw e.code() == ErrorCode.CORRUPT ? failed(ErrorCode.CORRUPT, e.getMessage(), e) : e;
        }
    }

    /** Returns the length of the block. */
    private int readBlock() throws IOException {
        read(0, HEAD_BYTES);
        int length = BigEndian.getInt(block, BlockFormat.LENGTH_AT);
        if (length < HEAD_BYTES || length > BlockFormat.MAX_BLOCK_BYTES || length > left) {
            throw failed(ErrorCode.CORRUPT, "a block of " + length + " bytes where " + left + " are left", null);
        }
        if (block.length < length) {
            byte[] longer = new byte[Math.max(length, 2 * block.length)];
            System.arraycopy(block, 0, longer, 0, HEAD_BYTES);
            block = longer;
        }
        read(HEAD_BYTES, length - HEAD_BYTES);
        return length;
    }

    private void read(int at, int bytes) throws IOException {
        int found = in.readNBytes(block, at, bytes);
        if (found < bytes) {
            throw failed(ErrorCode.CORRUPT, "the file ends " + left + " bytes early", null);
        }
    }

    private SssException failed(ErrorCode code, String what, Exception cause) {
        return new SssException(code, "reading " + file.path() + " of store '" + store + "': " + what, cause);
    }

    @Override
    public void close() {
        left = 0;
        if (in != null) {
            try {
                in.close();
            } catch (IOException e) {
                throw failed(ErrorCode.STORAGE, e.toString(), e);
            }
        }
    }
}
