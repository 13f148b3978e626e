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
 * Puts the blocks of a segment, which come in the order of the file, into the order of runs and, in a run, of keys. What
 * does not fit into memory goes sorted to a file without a name, piece by piece, and the pieces are merged. One thread at a time.
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

    /** While those of the process have more than this, each one goes to its file early: there may be a segment for each of very many subgroups. */
    private static final long MAX_OF_ALL_BYTES = Runtime.getRuntime().maxMemory() / 16;
    private static final int FIRST_BYTES = 8 << 10;
    private static final int MIN_BYTES = 64 << 10;
    private static final int MAX_PIECES = 512;
    private static final AtomicLong OF_ALL = new AtomicLong();

    private final Path scratch;
    private final int memoryBytes;
    private byte[] held = {};
    private int heldBytes;
    private int[] starts = new int[64];
    private int count;
    private FileChannel file; // null until something goes to it
    private final List<Piece> pieces = new ArrayList<>();
    private long fileBytes;

    /** Takes one block after another. */
    interface Taker {
        /** The block is at {@code array[at, ...)}, until this returns. */
        void take(byte[] array, int at) throws IOException;
    }

    /** @param scratch a name for the file, which is unlinked as soon as it is open */
    public ExternalBlockSorter(Path scratch, int memoryBytes) {
        this.scratch = scratch;
        this.memoryBytes = Math.max(memoryBytes, LARGEST_BYTES);
    }

    private void hold(byte[] memory) {
        OF_ALL.addAndGet(memory.length - held.length);
        held = memory;
    }

    static long bytesOfAll() {
        return OF_ALL.get();
    }

    /**
     * @param dataBytes as the header of the block has them
     * @param key the first key of the block, {@code key[keyOffset, + keyLength)}, of which only so much is kept as an index needs
     * @throws IOException when there is no room on the disk
     */
    public void add(int run, int block, long offset, int length, int tuples, int dataBytes, int flags, byte[] key,
            int keyOffset, int keyLength) throws IOException {
        int kept = Math.min(keyLength, IndexPage.MAX_KEY_BYTES + 1); // one more tells that it was cut
        int at = room(KEY_AT + kept);
        BigEndian.putInt(held, at + RUN_AT, run);
        BigEndian.putInt(held, at + BLOCK_AT, block);
        BigEndian.putLong(held, at + OFFSET_AT, offset);
        BigEndian.putInt(held, at + LENGTH_AT, length);
        BigEndian.putInt(held, at + TUPLES_AT, tuples);
        BigEndian.putInt(held, at + DATA_BYTES_AT, dataBytes);
        BigEndian.putInt(held, at + FLAGS_AT, flags);
        BigEndian.putInt(held, at + KEY_BYTES_AT, kept);
        System.arraycopy(key, keyOffset, held, at + KEY_AT, kept);
    }

    private int room(int bytes) throws IOException {
        if (heldBytes + bytes > memoryBytes) {
            spill();
        } else if (heldBytes + bytes > leastBytes() && OF_ALL.get() > MAX_OF_ALL_BYTES) {
            spill();
            hold(new byte[0]);
        }
        if (heldBytes + bytes > held.length) {
            hold(Arrays.copyOf(held, Math.min(memoryBytes, Math.max(Math.max(FIRST_BYTES, 2 * held.length), heldBytes + bytes))));
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
        }
        starts[count++] = heldBytes;
        heldBytes += bytes;
        return heldBytes - bytes;
    }

    /** More of a large file, so that its pieces can be merged. */
    private long leastBytes() {
        return Math.min(memoryBytes, Math.max(Math.max(MIN_BYTES, LARGEST_BYTES), fileBytes / MAX_PIECES));
    }

    /** Gives all blocks to {@code taker}, in order; once. */
    void forEach(Taker taker) throws IOException {
        if (pieces.isEmpty()) {
            for (int at : sorted()) {
                taker.take(held, at);
            }
            return;
        }
        spill();
        hold(new byte[0]);
        merge(taker);
    }

    private void merge(Taker taker) throws IOException {
        PriorityQueue<Piece> next = new PriorityQueue<>(Comparator.comparingLong(Piece::order));
        for (Piece piece : pieces) {
            piece.begin(Math.max(4 << 10, memoryBytes / pieces.size()));
            next.add(piece);
        }
        for (Piece first; (first = next.poll()) != null; ) {
            taker.take(first.buffer, first.at);
            if (first.next()) {
                next.add(first);
            }
        }
    }

    private int[] sorted() {
        int[] inOrder = Arrays.copyOf(starts, count);
        for (int i = 1; i < count; i++) {
            if (order(held, inOrder[i - 1]) > order(held, inOrder[i])) {
                return Arrays.stream(inOrder).boxed().sorted(Comparator.comparingLong(at -> order(held, at)))
                        .mapToInt(Integer::intValue).toArray();
            }
        }
        return inOrder; // blocks of one run mostly lie in the file as they came
    }

    private static long order(byte[] array, int at) {
        return BigEndian.getLong(array, at);
    }

    private static int bytesAt(byte[] array, int at) {
        return KEY_AT + BigEndian.getInt(array, at + KEY_BYTES_AT);
    }

    private void spill() throws IOException {
        byte[] ordered = new byte[heldBytes];
        int to = 0;
        for (int at : sorted()) {
            int bytes = bytesAt(held, at);
            System.arraycopy(held, at, ordered, to, bytes);
            to += bytes;
        }
        pieces.add(new Piece(fileBytes, fileBytes + to));
        write(ByteBuffer.wrap(ordered));
        heldBytes = 0;
        count = 0;
    }

    private void write(ByteBuffer bytes) throws IOException {
        if (file == null) {
            file = FileChannel.open(scratch, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Disk.delete(scratch);
        }
        while (bytes.hasRemaining()) {
            fileBytes += file.write(bytes, fileBytes);
        }
    }

    /** Sorted blocks in the file. */
    private final class Piece {
        private final long end;
        private long read;
        private byte[] buffer;
        private int at;
        private int limit;

        Piece(long from, long end) {
            read = from;
            this.end = end;
        }

        /** Moves to the first block. */
        void begin(int bufferBytes) throws IOException {
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
                    throw new IOException("a file of places of blocks has lost its end");
                }
                read += got;
            }
            limit = into.position();
        }
    }

    @Override
    public void close() throws IOException {
        hold(new byte[0]);
        if (file != null) {
            file.close();
        }
    }
}
