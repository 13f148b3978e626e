package org.sss.net.transport.ucx;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/**
 * The memory of one side, and a local copy of that of the peer. Used by one thread at a time, and written by the {@link
 * UcxThread}.
 */
final class UcxMemory implements RingMemory {
    private final UcxThread thread;
    private final UcxLink link;
    private final Outbox outbox = new Outbox();
    private final AtomicLongArray published = new AtomicLongArray(RingWord.values().length);
    private final CompletableFuture<Void> reached = new CompletableFuture<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile Runnable listener = () -> {};
    private volatile String failure;
    /** Null once closed, so that no freed memory can be reached; as the slots. */
    private ByteBuffer own;

    private ByteBuffer[] received;
    private ByteBuffer[] sent;
    private int filledSlot;
    private int filledBytes;

    private UcxMemory(UcxThread thread, RingShape shape, UcxRegion region, UcxRegion local) {
        this.thread = thread;
        own = region.view();
        received = region.slots(shape);
        sent = local.slots(shape);
        link = new UcxLink(thread, this, shape, region, local);
    }

    /** In the {@link UcxThread}. */
    static UcxMemory allocate(UcxThread thread, RingShape shape, UcxRegion region) {
        UcxRegion local = null;
        try {
            local = UcxRegion.allocate(thread.context(), shape);
            return new UcxMemory(thread, shape, region, local);
        } finally {
            if (local == null) {
                region.close();
            }
        }
    }

    UcxLink link() {
        return link;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Completes when the first word has reached the peer. */
    CompletableFuture<Void> reached() {
        return reached;
    }

    /** In the {@link UcxThread}: a word has reached the peer. */
    void arrived(RingWord word, long value) {
        published.set(word.ordinal(), value);
    }

    /** In the {@link UcxThread}: words have arrived. */
    void changed() {
        reached.complete(null);
        listener.run();
    }

    /** In the {@link UcxThread}: the peer cannot be reached. */
    void fail(String why) {
        failure = why;
        reached.completeExceptionally(
                new SssException(ErrorCode.NODE_UNREACHABLE, "the peer cannot be reached by UCX: " + why));
        listener.run();
    }

    @Override
    public long word(RingWord word) {
        return UcxRegion.word(own, word);
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
    public void put(int slot, int bytes) {
        filledSlot = slot;
        filledBytes = bytes;
    }

    @Override
    public void publish(RingWord word, long value) {
        if (word == RingWord.TAIL) {
            outbox.add(new Outbox.Slot(filledSlot, filledBytes, value));
        } else {
            outbox.set(word, value);
        }
        if (scheduled.compareAndSet(false, true)) {
            thread.execute(() -> {
                scheduled.set(false);
                link.advance();
            });
        }
    }

    @Override
    public long published(RingWord word) {
        return published.get(word.ordinal());
    }

    @Override
    public void onPublished(Runnable newListener) {
        listener = newListener;
        if (failure != null) {
            newListener.run();
        }
    }

    @Override
    public void check() {
        String why = failure;
        if (why != null) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "the ring of UCX is broken: " + why);
        }
    }

    @Override
    public void close() {
        if (own == null) {
            return;
        }
        own = null;
        received = null;
        sent = null;
        listener = () -> {};
        thread.execute(link::close);
    }
}
