package org.sss.net.transport.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingLayout;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/**
 * A mapped file with the memory of both sides. Used by one thread at a time.
 *
 * <pre>
 *    0       4096                    4096 + n               4096 + 2 n
 *   +-------+-----------------------+----------------------+
 *   | nonce | memory of the opener  | memory of the other  |      n: {@link RingLayout#bytes}
 *   +-------+-----------------------+----------------------+
 * </pre>
 *
 * All pages exist from the start, so that a full file system is an error of the opener and not a fault later. If the
 * peer truncates the file nevertheless, an access causes an {@link InternalError}: at any later statement of the
 * thread, at the latest in {@link #check}.
 */
final class ShmMemory implements RingMemory {
    static final int NONCE_BYTES = 32;
    private static final Logger LOG = LoggerFactory.getLogger(ShmMemory.class);
    private static final int START = 4096;
    private static final int FILL_BYTES = 256 << 10;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final FileChannel channel;
    /** The file again, for its size: an error of a fault within a call of a channel could keep it from being closed. */
    private final RandomAccessFile file;

    private final long bytes;
    private final Runnable whenClosed;
    private final int own;
    private final int peers;
    private final long[] published = new long[RingWord.values().length];
    /** Null once closed, so that no freed memory can be reached; as the slots. */
    private MappedByteBuffer map;

    private ByteBuffer[] received;
    private ByteBuffer[] sent;

    private ShmMemory(Path path, FileChannel channel, RingShape shape, boolean opener, Runnable whenClosed)
            throws IOException {
        this.channel = channel;
        this.whenClosed = whenClosed;
        bytes = bytes(shape);
        int second = START + RingLayout.bytes(shape);
        own = opener ? START : second;
        peers = opener ? second : START;
        map = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        file = openAgain(path, map);
        received = slots(shape, own);
        sent = slots(shape, peers);
    }

    private static RandomAccessFile openAgain(Path path, MappedByteBuffer map) throws IOException {
        try {
            return new RandomAccessFile(path.toFile(), "r");
        } catch (IOException e) {
            Unmapping.unmap(map);
            throw e;
        }
    }

    private ByteBuffer[] slots(RingShape shape, int start) {
        ByteBuffer[] slots = new ByteBuffer[shape.slots()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = map.slice(start + RingLayout.offset(shape, i), shape.slotBytes());
        }
        return slots;
    }

    /** Size of the file. */
    static long bytes(RingShape shape) {
        return START + 2L * RingLayout.bytes(shape);
    }

    /**
     * Fills a new file and maps it for the opener.
     *
     * @param channel closed with the memory, or if this throws
     */
    static ShmMemory create(Path path, FileChannel channel, RingShape shape, byte[] nonce, Runnable whenClosed)
            throws IOException {
        boolean whole = false;
        try {
            fill(channel, bytes(shape));
            write(channel, ByteBuffer.wrap(nonce), 0);
            ShmMemory memory = new ShmMemory(path, channel, shape, true, whenClosed);
            whole = true;
            return memory;
        } finally {
            if (!whole) {
                channel.close();
            }
        }
    }

    /** Maps the file of an opener for the other side. */
    static ShmMemory open(Path path, FileChannel channel, RingShape shape) throws IOException {
        return new ShmMemory(path, channel, shape, false, () -> {});
    }

    static byte[] nonce(FileChannel channel) throws IOException {
        ByteBuffer nonce = ByteBuffer.allocate(NONCE_BYTES);
        while (nonce.hasRemaining() && channel.read(nonce, nonce.position()) > 0) {
            // a file may be read in pieces
        }
        return nonce.array();
    }

    private static void fill(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(FILL_BYTES);
        for (long at = 0; at < bytes; at += FILL_BYTES) {
            write(channel, zeros.clear().limit((int) Math.min(FILL_BYTES, bytes - at)), at);
        }
    }

    private static void write(FileChannel channel, ByteBuffer data, long at) throws IOException {
        for (long next = at; data.hasRemaining(); ) {
            next += channel.write(data, next);
        }
    }

    @Override
    public long word(RingWord word) {
        return (long) LONGS.getVolatile(map, own + RingLayout.offset(word));
    }

    @Override
    public ByteBuffer received(int slot) {
        return received[slot];
    }

    @Override
    public ByteBuffer slot(int slot) {
        return sent[slot];
    }

    @Override
    public void put(int slot, int count) {
        // The bytes are in the memory of the peer already.
    }

    @Override
    public void publish(RingWord word, long value) {
        LONGS.setVolatile(map, peers + RingLayout.offset(word), value);
        published[word.ordinal()] = value;
    }

    @Override
    public long published(RingWord word) {
        return published[word.ordinal()];
    }

    /** No error of a fault is thrown after this, whether it returns or throws. */
    @Override
    public void check() {
        try {
            if (file.length() == bytes) {
                return; // so there was no fault
            }
        } catch (InternalError e) { // and there may be another one
            LOG.debug("Shared memory is gone", e);
        } catch (IOException e) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "the size of the shared memory is unknown", e);
        }
        awaitFault();
        throw new SssException(ErrorCode.PROTOCOL, "the peer has changed the size of the shared memory");
    }

    /**
     * Lets the error of a fault, if there was one, be thrown here. The JVM throws it when a thread returns from the JVM
     * itself, but not from a native method; and it is called, by interpreted and by compiled code, for an array of more
     * than six arrays.
     */
    private static void awaitFault() {
        for (int left = 2; left > 0; left--) { // another one may come with the first
            try {
                callTheJvm();
            } catch (InternalError e) {
                LOG.debug("Shared memory is gone", e);
            }
        }
    }

    private static int callTheJvm() {
        return new byte[8][1].length;
    }

    @Override
    public void close() {
        MappedByteBuffer mapped = map;
        if (mapped == null) {
            return;
        }
        map = null;
        received = null;
        sent = null;
        awaitFault(); // or it would be thrown in the work of another connection
        Unmapping.unmap(mapped);
        whenClosed.run();
        try {
            file.close();
            channel.close();
        } catch (IOException e) {
            LOG.debug("Cannot close the file of a ring", e);
        }
    }
}
