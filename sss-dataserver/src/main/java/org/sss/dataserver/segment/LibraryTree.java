package org.sss.dataserver.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTuning;
import org.sss.kvs.library.KvsWriter;
import org.sss.net.block.BigEndian;

/**
 * Written by the library, for comparison with {@link DirectTree}: a JNI call for each block. The offset of a block is
 * known only after the library has closed the file, whose structure is read then; that takes 8 bytes of heap for each
 * block. One thread at a time.
 */
final class LibraryTree implements SegmentTree {
    private final Path file;
    private final KvsWriter writer;
    /** Offsets by run and number of the block; set by {@link #finish}. */
    private final Map<Integer, long[]> offsets = new HashMap<>();

    private ByteBuffer keyBuffer = ByteBuffer.allocateDirect(256);
    private FileChannel channel; // null until the library has closed the file
    private long waitingBytes;

    LibraryTree(Path file) throws IOException {
        this.file = file;
        try {
            writer = KvsWriter.create(file, KvsTuning.forBlocks());
        } catch (KvsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public boolean hasRoom(int run, int keyBytes) {
        return true;
    }

    /** The library copies each block; its own memory is bounded by {@link KvsTuning#forBlocks()}. */
    @Override
    public long waitingBytes() {
        return waitingBytes;
    }

    @Override
    public long add(int run, byte[] key, int keyBytes, ByteBuffer block) throws IOException {
        if (keyBuffer.capacity() < keyBytes) {
            keyBuffer = ByteBuffer.allocateDirect(2 * keyBytes);
        }
        keyBuffer.clear().put(key, 0, keyBytes).flip();
        waitingBytes += keyBytes + block.remaining();
        call(() -> writer.put(keyBuffer, block));
        return UNKNOWN;
    }

    @Override
    public void flush() {
        waitingBytes = 0;
    }

    @Override
    public void startWriteBack() {
        writer.startWriteBack();
    }

    @Override
    public long finish() throws IOException {
        call(writer::close);
        call(() -> BdbRecords.walk(
                file,
                0,
                (key, keyBytes, valueAt, valueBytes, head) ->
                        note(BigEndian.getInt(key, 0), BigEndian.getInt(key, keyBytes - Integer.BYTES), valueAt)));
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        return channel.size();
    }

    private void note(int run, int block, long valueAt) {
        long[] known = offsets.computeIfAbsent(run, r -> new long[16]);
        if (block >= known.length) {
            known = Arrays.copyOf(known, Math.max(block + 1, 2 * known.length));
            offsets.put(run, known);
        }
        known[block] = valueAt;
    }

    @Override
    public FileChannel channel() {
        return channel;
    }

    @Override
    public long offset(int run, int block, long added) {
        return offsets.get(run)[block];
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        } else {
            writer.abandon();
        }
    }

    /** Maps errors of the library to errors of the disk. */
    private static void call(Runnable call) throws IOException {
        try {
            call.run();
        } catch (KvsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
