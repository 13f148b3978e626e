package org.sss.server.shuffle.files;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.sss.dataserver.disk.AppendFile;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;

/**
 * Writes the blocks that one node stores in a file instead of at their owners, of one group. One thread.
 *
 * <pre>
 *   blocks, in the order in which they are added
 *   for each: u32 subgroup, u32 source, u32 sequence, u32 bytes of the block, u64 offset
 *   u64 offset of this list, u32 number of its entries, u32 "SSH" 01
 * </pre>
 */
final class RelocationFile implements Closeable {
    static final int MAGIC = 'S' << 24 | 'S' << 16 | 'H' << 8 | 1;
    static final int ENTRY_BYTES = 24;
    static final int END_BYTES = 16;

    private final AppendFile out;
    private final ByteArrayOutputStream list = new ByteArrayOutputStream();
    private final DataOutputStream entries = new DataOutputStream(list);
    private byte[] buffer = new byte[BlockFormat.MAX_BYTES];
    private int count;
    private long tuples;
    private long dataBytes;
    private long storedBytes;

    RelocationFile(Path path) throws IOException {
        out = AppendFile.create(path);
    }

    /** @param frame a data frame of {@link DataVerbs#PUT}, which the caller still owns */
    void add(int source, ByteBuf frame) throws IOException {
        int at = frame.readerIndex();
        int length = frame.readableBytes() - DataVerbs.PUT_FRAME_HEADER_BYTES;
        if (buffer.length < length) {
            buffer = new byte[length];
        }
        frame.getBytes(at + DataVerbs.PUT_FRAME_HEADER_BYTES, buffer, 0, length);
        long offset = out.append(ByteBuffer.wrap(buffer, 0, length));
        entries.writeInt(frame.getInt(at));
        entries.writeInt(source);
        entries.writeInt(frame.getInt(at + Integer.BYTES));
        entries.writeInt(length);
        entries.writeLong(offset);
        ByteBuffer header = ByteBuffer.wrap(buffer, 0, BlockFormat.HEADER_BYTES);
        tuples += header.getInt(BlockFormat.TUPLES_AT);
        dataBytes += header.getInt(BlockFormat.DATA_BYTES_AT);
        storedBytes += length;
        count++;
    }

    /** What has been added. */
    Stored stored() {
        return new Stored(tuples, dataBytes, storedBytes, count, 0);
    }

    /** Completes the file; nothing can be added after that. */
    void finish() throws IOException {
        out.append(
                ByteBuffer.wrap(list.toByteArray()),
                ByteBuffer.allocate(END_BYTES)
                        .putLong(storedBytes)
                        .putInt(count)
                        .putInt(MAGIC)
                        .flip());
        out.close();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
