package org.sss.server.shuffle;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFile;
import org.sss.net.control.DataVerbs;

/**
 * A temporary file of blocks, each with the header that a data frame of {@link DataVerbs#PUT} has. Thread-safe. Interrupts do not close it: many
 * tasks share it.
 */
final class BlockFile implements AutoCloseable {
    static final int HEADER_BYTES = DataVerbs.PUT_FRAME_HEADER_BYTES;

    private final Path directory;
    private final Path path;
    private final DataFile reader;
    /** Guarded by this, like the following fields. */
    private final OutputStream out;
    private final byte[] header = new byte[HEADER_BYTES];
    private long bytes;

    /** Where a block is, with its header. */
    record Range(int subgroup, long position, int length) {
    }

    private BlockFile(Path directory, Path path, OutputStream out, DataFile reader) {
        this.directory = directory;
        this.path = path;
        this.out = out;
        this.reader = reader;
    }

    /** @param directory for this file alone; deleted with it */
    static BlockFile create(Path directory) {
        Path path = directory.resolve("blocks");
        try {
            return new BlockFile(directory, path, new FileOutputStream(path.toFile()), DataFile.open(path));
        } catch (IOException e) {
            delete(directory, path, e);
            throw failed("make", path, e);
        }
    }

    private static void delete(Path directory, Path path, IOException because) {
        try {
            Files.deleteIfExists(path);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }

    /** @throws SssException {@link ErrorCode#STORAGE} if it cannot be written */
    synchronized Range add(int subgroup, int sequence, byte[] block, int length) {
        try {
            ByteBuffer.wrap(header).putInt(subgroup).putInt(sequence);
            out.write(header);
            out.write(block, 0, length);
        } catch (IOException e) {
            throw failed("write", path, e);
        }
        Range range = new Range(subgroup, bytes, HEADER_BYTES + length);
        bytes += range.length();
        return range;
    }

    /** Returns a block with its header; the caller releases it. */
    ByteBuf read(Range range) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(range.length());
        try {
            reader.read(frame.internalNioBuffer(0, range.length()), range.position());
            return frame.writerIndex(range.length());
        } catch (IOException e) {
            frame.release();
            throw failed("read", path, e);
        }
    }

    synchronized long bytes() {
        return bytes;
    }

    @Override
    public synchronized void close() {
        try (reader; out) {
            Files.deleteIfExists(path);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw failed("delete", path, e);
        }
    }

    private static SssException failed(String what, Path path, IOException e) {
        return new SssException(ErrorCode.STORAGE, "cannot " + what + " " + path + ", in which blocks wait until all tasks of the job have ended"
                + " (shuffle.method): " + e + "; is the disk full?", e);
    }
}
