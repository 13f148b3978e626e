package org.sss.net.transport.shm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
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
 * peer truncates the file nevertheless, an access causes an {@link InternalError}, soon after it or in {@link #check}.
 */
final class ShmMemory implements RingMemory {
    static final int NONCE_BYTES = 32;
    private static final Logger LOG = LoggerFactory.getLogger(ShmMemory.class);
    private static final int START = 4096;
    private static final int FILL_BYTES = 256 << 10;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final FileChannel channel;
    private final long bytes;
    private final Runnable whenClosed;
    private final int own;
    private final int peers;
    private final long[] published = new long[RingWord.values().length];
    /** Null once closed, so that no freed memory can be reached; as the slots. */
    private MappedByteBuffer map;

    private ByteBuffer[] received;
    private ByteBuffer[] sent;

    private ShmMemory(FileChannel channel, RingShape shape, boolean opener, Runnable whenClosed) throws IOException {
        this.channel = channel;
        this.whenClosed = whenClosed;
        bytes = bytes(shape);
        int second = START + RingLayout.bytes(shape);
        own = opener ? START : second;
        peers = opener ? second : START;
        map = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        received = slots(shape, own);
        sent = slots(shape, peers);
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
    static ShmMemory create(FileChannel channel, RingShape shape, byte[] nonce, Runnable whenClosed)
            throws IOException {
        boolean whole = false;
        try {
            fill(channel, bytes(shape));
            write(channel, ByteBuffer.wrap(nonce), 0);
            ShmMemory memory = new ShmMemory(channel, shape, true, whenClosed);
            whole = true;
            return memory;
        } finally {
            if (!whole) {
                channel.close();
            }
        }
    }

    /** Maps the file of an opener for the other side. */
    static ShmMemory open(FileChannel channel, RingShape shape) throws IOException {
        return new ShmMemory(channel, shape, false, () -> {});
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

    /** The error of a fault is thrown when the thread returns from a call of the system, such as this one. */
    @Override
    public void check() {
        try {
            if (channel.size() == bytes) {
                return;
            }
        } catch (InternalError e) {
            throw destroyed(e);
        } catch (IOException e) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "the size of the shared memory is unknown", e);
        }
        awaitFault();
        throw destroyed(null);
    }

    /** Lets the error of a fault, if there was one, be thrown here, and not in the handling of another error. */
    private void awaitFault() {
        try {
            channel.size();
        } catch (InternalError | IOException e) {
            LOG.debug("Shared memory is gone", e);
        }
    }

    private static SssException destroyed(Throwable cause) {
        return new SssException(ErrorCode.PROTOCOL, "the peer has changed the size of the shared memory", cause);
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
        Unmapping.unmap(mapped);
        whenClosed.run();
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("Cannot close the file of a ring", e);
        }
    }
}
