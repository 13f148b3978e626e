package org.sss.dataserver.merge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFile;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/**
 * A temporary file of merged runs, block after block; only memory has the offsets. It has no name, so nothing
 * remains of it, however the server ends. One thread at a time; deleted with the last of its sources.
 */
final class MergeFile {
    private final Path file;
    private final DataFile data;
    private int users;

    private MergeFile(Path file, DataFile data) {
        this.file = file;
        this.data = data;
    }

    private void release() {
        if (--users == 0) {
            closeQuietly(data);
        }
    }

    private static void closeQuietly(AutoCloseable closed) {
        try {
            closed.close();
        } catch (Exception e) {
            // its content is not needed
        }
    }

    private static SssException error(String doing, Path file, IOException e) {
        return e instanceof ClosedByInterruptException
                ? new SssException(ErrorCode.CANCELLED, "interrupted: cannot " + doing + ", file " + file, e)
                : Disk.error(doing, file, e);
    }

    /** One of the runs: blocks of these lengths, from offset {@code at} on. */
    private final class Source implements BlockSource {
        private final int[] lengths;
        private final int batchBytes;
        private byte[] batch = new byte[0];
        private long at;
        private int block;
        private int inBatch;
        private int batchEnd;
        private boolean closed;

        Source(long at, int[] lengths, int batchBytes) {
            this.at = at;
            this.lengths = lengths;
            this.batchBytes = batchBytes;
            users++;
        }

        @Override
        public boolean next(BlockReader reader) {
            if (block == lengths.length) {
                batch = new byte[0];
                return false;
            }
            if (inBatch == batchEnd) {
                fill();
            }
            try {
                reader.reset(batch, inBatch, lengths[block]);
            } catch (SssException e) {
                throw Disk.error("read merged runs back", file, e);
            }
            inBatch += lengths[block++];
            return true;
        }

        private void fill() {
            int bytes = lengths[block];
            for (int next = block + 1; next < lengths.length && bytes + lengths[next] <= batchBytes; next++) {
                bytes += lengths[next];
            }
            if (batch.length < bytes) {
                batch = new byte[bytes];
            }
            ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
            try {
                data.read(memory.nioBuffer(0, bytes), at);
                memory.getBytes(0, batch, 0, bytes);
            } catch (IOException e) {
                throw error("read merged runs back", file, e);
            } finally {
                memory.release();
            }
            at += bytes;
            inBatch = 0;
            batchEnd = bytes;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                block = lengths.length;
                release();
            }
        }
    }

    /** Writes the runs one after another. */
    static final class Writer implements AutoCloseable {
        private static final int BUFFER_BYTES = 256 << 10;

        private final Path file;
        private final FileChannel channel;
        private final ByteBuf buffer;
        private final List<int[]> runs = new ArrayList<>();
        private int[] lengths = new int[64];
        private int blocks;
        private boolean read;

        Writer(Path file) throws IOException {
            this.file = file;
            channel = openUnnamed(file);
            // After what may fail.
            buffer = PooledByteBufAllocator.DEFAULT.directBuffer(BUFFER_BYTES + BlockFormat.MAX_BLOCK_BYTES);
        }

        private static FileChannel openUnnamed(Path file) throws IOException {
            FileChannel opened = FileChannel.open(
                    file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Disk.delete(file);
            return opened;
        }

        /** Ends a run: the blocks since the last call. */
        void endRun() {
            runs.add(Arrays.copyOf(lengths, blocks));
            blocks = 0;
        }

        /** Writes the next block of a run. */
        void add(byte[] bytes, int offset, int length) {
            if (blocks == lengths.length) {
                lengths = Arrays.copyOf(lengths, 2 * blocks);
            }
            lengths[blocks++] = length;
            buffer.writeBytes(bytes, offset, length);
            if (buffer.readableBytes() >= BUFFER_BYTES) {
                flush();
            }
        }

        private void flush() {
            ByteBuffer bytes = buffer.nioBuffer();
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                throw error("write merged runs", file, e);
            }
            buffer.clear();
        }

        /** Ends writing; returns one source per run. */
        List<BlockSource> sources(DataServerConfig config) {
            flush();
            read = true;
            MergeFile merged = new MergeFile(file, DataFile.of(channel));
            int batchBytes = Math.max(
                    4096,
                    Math.min(config.merging().batchBytes(), config.merging().bytes() / runs.size()));
            List<BlockSource> sources = new ArrayList<>();
            long at = 0;
            for (int[] run : runs) {
                sources.add(merged.new Source(at, run, batchBytes));
                at += Arrays.stream(run).asLongStream().sum();
            }
            return sources;
        }

        /** Also deletes the file unless it has sources. */
        @Override
        public void close() {
            buffer.release();
            if (!read) {
                closeQuietly(channel);
            }
        }
    }
}
