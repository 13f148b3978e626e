package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.SssException;
import org.sss.kvs.KvsCursor;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsReader;
import org.sss.kvs.KvsTuning;
import org.sss.kvs.KvsWriter;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.BlockSource;

/**
 * A temporary file of merged runs. It has no name any more while it is read, so nothing remains of it, however the server
 * ends. One thread at a time.
 */
final class MergeFile {
    private static final byte[] NO_KEY = {};
    /** Of a record: run, end of no key, number of the block. */
    private static final int KEY_BYTES = 4 + 2 + 4;

    private final KvsReader reader;
    private int users;

    private MergeFile(KvsReader reader) {
        this.reader = reader;
    }

    /** One of the runs. */
    private final class Blocks implements BlockBatches {
        private final int run;
        private KvsCursor cursor;
        private boolean closed;

        Blocks(int run) {
            this.run = run;
            users++;
        }

        @Override
        public int read(ByteBuf memory) {
            try {
                if (cursor == null) {
                    cursor = reader.cursor();
                    cursor.seek(BlockKeys.startOf(run));
                }
                ByteBuffer out = memory.nioBuffer(0, memory.capacity());
                int records = cursor.read(out, BlockKeys.startOf(run + 1));
                memory.setIndex(0, out.position());
                return records;
            } catch (KvsException e) {
                throw corrupt(e.getMessage(), e);
            }
        }

        @Override
        public boolean isMine(int runNumber) {
            return runNumber == run;
        }

        @Override
        public void count(int tuples) {
            // these were counted when the file was written
        }

        @Override
        public void checkComplete() {
            // there is no other count to compare with
        }

        @Override
        public SssException corrupt(String what, Throwable cause) {
            return Disk.error("read merged runs back: " + what, reader.file(), cause);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                release();
            }
        }
    }

    private void release() {
        if (--users == 0) {
            reader.close();
        }
    }

    /** Writes the runs one after another. */
    static final class Writer implements AutoCloseable {
        private final Path file;
        private final KvsWriter store;
        private int runs;

        Writer(Path file) {
            this.file = file;
            store = KvsWriter.create(file, KvsTuning.forBlocks());
        }

        /** Writes all blocks of {@code merge} as the next run. */
        void addRun(BlockMerge merge) {
            int run = runs++;
            for (int block = 0; merge.next(); block++) {
                put(run, block, merge);
            }
        }

        /** Runs are read from their beginning only, so the blocks' first keys need not be in the keys of the store. */
        private void put(int run, int block, BlockMerge merge) {
            ByteBuf record = PooledByteBufAllocator.DEFAULT.directBuffer(KEY_BYTES + merge.length());
            try {
                ByteBuffer key = record.nioBuffer(0, KEY_BYTES);
                BlockKeys.put(key, run, NO_KEY, 0, 0, block);
                record.setBytes(KEY_BYTES, merge.array(), merge.offset(), merge.length());
                store.put(key.flip(), record.nioBuffer(KEY_BYTES, merge.length()));
            } finally {
                record.release();
            }
        }

        /** Ends writing; one source per run. */
        List<BlockSource> sources(DataServerConfig config) {
            store.close();
            MergeFile merged = new MergeFile(KvsReader.open(file, KvsTuning.forBlockReading()));
            int batchBytes = Math.max(4096, Math.min(config.batchBytes(), config.mergeBytes() / runs));
            BatchBuffer buffer = new BatchBuffer(batchBytes);
            List<BlockSource> sources = new ArrayList<>();
            for (int run = 0; run < runs; run++) {
                sources.add(new RunSource(merged.new Blocks(run), buffer, batchBytes));
            }
            return sources;
        }

        @Override
        public void close() {
            store.abandon();
            Disk.delete(file);
        }
    }
}
