package org.sss.dataserver.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.index.IndexPage;
import org.sss.net.block.BigEndian;

/**
 * Sorts the blocks of a segment, which are added in the order of the file, by run and, in a run, by key. Blocks that do
 * not fit into memory are written as sorted chunks to a file without a name, and the chunks are merged. One thread at a
 * time.
 *
 * <pre>
 *   u32 number of the run, u32 block, u64 offset, u32 bytes, u32 tuples, u32 bytes of data, u32 flags, u32 bytes of the key, key
 * </pre>
 */
public final class ExternalBlockSorter implements AutoCloseable {
    /** About 30,000 blocks with short keys: a segment of 1 GiB needs no file. */
    public static final int MEMORY_BYTES = 2 << 20;

    static final int RUN_AT = 0;
    static final int BLOCK_AT = 4;
    static final int OFFSET_AT = 8;
    static final int LENGTH_AT = 16;
    static final int TUPLES_AT = 20;
    static final int DATA_BYTES_AT = 24;
    static final int FLAGS_AT = 28;
    static final int KEY_BYTES_AT = 32;
    static final int KEY_AT = 36;

    private static final int LARGEST_BYTES = KEY_AT + IndexPage.MAX_KEY_BYTES + 1;

    /**
     * Above this sum over the process, each sorter spills early: there may be a segment for each of very many
     * subgroups.
     */
    private static final long MAX_OF_ALL_BYTES = Runtime.getRuntime().maxMemory() / 16;

    private static final int FIRST_BYTES = 8 << 10;
    private static final int MIN_BYTES = 64 << 10;
    private static final int MAX_PIECES = 512;
    private static final AtomicLong OF_ALL = new AtomicLong();

    private final Path scratch;
    private final int memoryBytes;
    private byte[] buffer = {};
    private int bufferedBytes;
    private int[] starts = new int[64];
    private int count;
    private FileChannel file; // null until a chunk is written
    private final List<Chunk> chunks = new ArrayList<>();
    private long fileBytes;

    /** Receives one block after another. */
    interface Taker {
        /** The block is at {@code array[at, ...)}, valid until this returns. */
        void take(byte[] array, int at) throws IOException;
    }

    /** @param scratch a name for the file, which is unlinked as soon as it is open */
    public ExternalBlockSorter(Path scratch, int memoryBytes) {
        this.scratch = scratch;
        this.memoryBytes = Math.max(memoryBytes, LARGEST_BYTES);
    }

    private void setBuffer(byte[] memory) {
        OF_ALL.addAndGet(memory.length - buffer.length);
        buffer = memory;
    }

    static long bytesOfAll() {
        return OF_ALL.get();
    }

    /**
     * @param dataBytes as in the header of the block
     * @param key the first key of the block, {@code key[keyOffset, + keyLength)}; stores only the prefix that an index
     *     needs
     * @throws IOException when the disk is full
     */
    public void add(
            int run,
            int block,
            long offset,
            int length,
            int tuples,
            int dataBytes,
            int flags,
            byte[] key,
            int keyOffset,
            int keyLength)
            throws IOException {
        int stored = Math.min(keyLength, IndexPage.MAX_KEY_BYTES + 1); // one more shows that it was cut
        int at = room(KEY_AT + stored);
        BigEndian.putInt(buffer, at + RUN_AT, run);
        BigEndian.putInt(buffer, at + BLOCK_AT, block);
        BigEndian.putLong(buffer, at + OFFSET_AT, offset);
        BigEndian.putInt(buffer, at + LENGTH_AT, length);
        BigEndian.putInt(buffer, at + TUPLES_AT, tuples);
        BigEndian.putInt(buffer, at + DATA_BYTES_AT, dataBytes);
        BigEndian.putInt(buffer, at + FLAGS_AT, flags);
        BigEndian.putInt(buffer, at + KEY_BYTES_AT, stored);
        System.arraycopy(key, keyOffset, buffer, at + KEY_AT, stored);
    }

    private int room(int bytes) throws IOException {
        if (bufferedBytes + bytes > memoryBytes) {
            spill();
        } else if (bufferedBytes + bytes > minBytes() && OF_ALL.get() > MAX_OF_ALL_BYTES) {
            spill();
            setBuffer(new byte[0]);
        }
        if (bufferedBytes + bytes > buffer.length) {
            setBuffer(Arrays.copyOf(
                    buffer,
                    Math.min(memoryBytes, Math.max(Math.max(FIRST_BYTES, 2 * buffer.length), bufferedBytes + bytes))));
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
        }
        starts[count++] = bufferedBytes;
        bufferedBytes += bytes;
        return bufferedBytes - bytes;
    }

    /** Returns a larger minimum for a large file, so that its chunks can be merged. */
    private long minBytes() {
        return Math.min(memoryBytes, Math.max(Math.max(MIN_BYTES, LARGEST_BYTES), fileBytes / MAX_PIECES));
    }

    /** Passes all blocks to {@code taker}, in order; call once. */
    void forEach(Taker taker) throws IOException {
        if (chunks.isEmpty()) {
            for (int at : sorted()) {
                taker.take(buffer, at);
            }
            return;
        }
        spill();
        setBuffer(new byte[0]);
        merge(taker);
    }

    private void merge(Taker taker) throws IOException {
        PriorityQueue<Chunk> next = new PriorityQueue<>(Comparator.comparingLong(Chunk::order));
        for (Chunk chunk : chunks) {
            chunk.start(Math.max(4 << 10, memoryBytes / chunks.size()));
            next.add(chunk);
        }
        for (Chunk first; (first = next.poll()) != null; ) {
            taker.take(first.buffer, first.at);
            if (first.next()) {
                next.add(first);
            }
        }
    }

    private int[] sorted() {
        int[] inOrder = Arrays.copyOf(starts, count);
        for (int i = 1; i < count; i++) {
            if (order(buffer, inOrder[i - 1]) > order(buffer, inOrder[i])) {
                return Arrays.stream(inOrder)
                        .boxed()
                        .sorted(Comparator.comparingLong(at -> order(buffer, at)))
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
        }
        return inOrder; // blocks of one run are usually in order in the file
    }

    private static long order(byte[] array, int at) {
        return BigEndian.getLong(array, at);
    }

    private static int bytesAt(byte[] array, int at) {
        return KEY_AT + BigEndian.getInt(array, at + KEY_BYTES_AT);
    }

    private void spill() throws IOException {
        byte[] ordered = new byte[bufferedBytes];
        int to = 0;
        for (int at : sorted()) {
            int bytes = bytesAt(buffer, at);
            System.arraycopy(buffer, at, ordered, to, bytes);
            to += bytes;
        }
        chunks.add(new Chunk(fileBytes, fileBytes + to));
        write(ByteBuffer.wrap(ordered));
        bufferedBytes = 0;
        count = 0;
    }

    private void write(ByteBuffer bytes) throws IOException {
        if (file == null) {
            file = FileChannel.open(
                    scratch, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Disk.delete(scratch);
        }
        while (bytes.hasRemaining()) {
            fileBytes += file.write(bytes, fileBytes);
        }
    }

    /** A chunk of sorted blocks in the file. */
    private final class Chunk {
        private final long end;
        private long read;
        private byte[] buffer;
        private int at;
        private int limit;

        Chunk(long from, long end) {
            read = from;
            this.end = end;
        }

        /** Moves to the first block. */
        void start(int bufferBytes) throws IOException {
            buffer = new byte[bufferBytes];
            fill();
        }

        long order() {
            return ExternalBlockSorter.order(buffer, at);
        }

        /** Moves to the next block, if there is one. */
        boolean next() throws IOException {
            at += bytesAt(buffer, at);
            boolean whole = limit - at >= KEY_AT && limit - at >= bytesAt(buffer, at);
            if (!whole && read < end) {
                fill();
            }
            return at < limit;
        }

        private void fill() throws IOException {
            System.arraycopy(buffer, at, buffer, 0, limit - at);
            limit -= at;
            at = 0;
            ByteBuffer into = ByteBuffer.wrap(buffer, limit, (int) Math.min(buffer.length - limit, end - read));
            while (into.hasRemaining()) {
                int got = file.read(into, read);
                if (got < 0) {
                    throw new IOException("block index scratch file is truncated");
                }
                read += got;
            }
            limit = into.position();
        }
    }

    @Override
    public void close() throws IOException {
        setBuffer(new byte[0]);
        if (file != null) {
            file.close();
        }
    }
}
