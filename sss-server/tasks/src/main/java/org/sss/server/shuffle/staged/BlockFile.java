package org.sss.server.shuffle.staged;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.AppendFile;
import org.sss.dataserver.disk.DataFile;
import org.sss.net.control.DataVerbs;

/**
 * A temporary file of blocks, each with the header that a data frame of {@link DataVerbs#PUT} has. Thread-safe: all
 * tasks of a node share it, so a write that fails for one of them, as on a full disk, leaves the blocks of the others
 * as they are.
 */
final class BlockFile implements AutoCloseable {
    static final int HEADER_BYTES = DataVerbs.PUT_FRAME_HEADER_BYTES;

    private final Path directory;
    private final Path path;
    private final DataFile reader;
    private final AppendFile out;

    /** Where a block is, with its header. */
    record Range(int subgroup, long position, int length) {}

    private BlockFile(Path directory, Path path, AppendFile out, DataFile reader) {
        this.directory = directory;
        this.path = path;
        this.out = out;
        this.reader = reader;
    }

    /** @param directory for this file alone; deleted with it */
    static BlockFile create(Path directory) {
        Path path = directory.resolve("blocks");
        try {
            return new BlockFile(directory, path, AppendFile.create(path), DataFile.open(path));
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
    Range add(int subgroup, int sequence, byte[] block, int length) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES)
                .putInt(subgroup)
                .putInt(sequence)
                .flip();
        try {
            return new Range(subgroup, out.append(header, ByteBuffer.wrap(block, 0, length)), HEADER_BYTES + length);
        } catch (IOException e) {
            throw failed("write", path, e);
        }
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

    long bytes() {
        return out.bytes();
    }

    @Override
    public void close() {
        try (reader;
                out) {
            Files.deleteIfExists(path);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw failed("delete", path, e);
        }
    }

    private static SssException failed(String what, Path path, IOException e) {
        return new SssException(
                ErrorCode.STORAGE,
                "cannot " + what + " " + path + ", in which blocks wait until all tasks of the job have ended"
                        + " (shuffle.method): " + e + "; is the disk full?",
                e);
    }
}
