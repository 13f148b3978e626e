package org.sss.net.transport.ucx;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.transport.ring.RingLayout;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/**
 * Puts what is in the {@link Outbox} of a {@link UcxMemory} into the memory of the peer, in rounds. Used in the {@link
 * UcxThread} only.
 *
 * <pre>
 *   round k    words, the tail of round k - 1, up to 4 slots; flush
 *   round k+1  ... the tail of round k, ...
 * </pre>
 */
final class UcxLink {
    private static final Logger LOG = LoggerFactory.getLogger(UcxLink.class);
    private static final RingWord[] WORDS = RingWord.values();
    /** Operations on their way are few, and the receiver starts early. */
    private static final int SLOTS_PER_ROUND = 4;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    /**
     * So long a peer that has got the description of the memory may attach it: libucx 1.13 would crash if it was gone.
     */
    private static final Duration ATTACH_TIME = Duration.ofMillis(500);

    private static final AtomicInteger LEFT = new AtomicInteger();

    private final UcxThread thread;
    private final UcxMemory memory;
    private final RingShape shape;
    private final UcxRegion own;
    private final UcxRegion local;
    private final long startNanos = System.nanoTime();
    private final UcxCallback callback = new UcxCallback() {
        @Override
        public void onSuccess(UcpRequest request) {
            completed();
        }

        @Override
        public void onError(int status, String message) {
            fail("a write failed: " + message + " (" + status + ")");
            completed();
        }
    };
    private UcpEndpoint endpoint;
    private UcpRemoteKey key;
    private long remoteAddress;
    /** Operations on their way, and 1 while more are being started. */
    private int pending;

    private boolean roundOpen;
    private boolean failed;
    private final long[] values = new long[WORDS.length];
    private final boolean[] sent = new boolean[WORDS.length];
    /** Tail of the slots that have arrived. */
    private long arrivedTail;

    private long roundTail;
    private boolean closing;
    private UcpRequest closeRequest;
    private long closeStartNanos;

    UcxLink(UcxThread thread, UcxMemory memory, RingShape shape, UcxRegion own, UcxRegion local) {
        this.thread = thread;
        this.memory = memory;
        this.shape = shape;
        this.own = own;
        this.local = local;
    }

    /** Opens an endpoint to the peer and starts the first round. */
    void connect(UcxDescription peer) {
        if (closing) {
            return;
        }
        endpoint = thread.worker()
                .newEndpoint(new UcpEndpointParams()
                        .setUcpAddress(direct(peer.workerAddress()))
                        .setPeerErrorHandlingMode()
                        .setErrorHandler((failedEndpoint, status, message) ->
                                fail("its endpoint failed: " + message + " (" + status + ")")));
        key = endpoint.unpackRemoteKey(direct(peer.remoteKey()));
        remoteAddress = peer.ringAddress();
        advance();
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    boolean isBusy() {
        return pending > 0;
    }

    /** Ends a round that has arrived, and starts the next one if there is something to put. */
    void advance() {
        if (endpoint == null || pending > 0 || failed || closing) {
            return;
        }
        if (roundOpen) {
            endRound();
        }
        startRound();
    }

    private void endRound() {
        roundOpen = false;
        arrivedTail = roundTail;
        boolean changed = false;
        for (RingWord word : WORDS) {
            if (sent[word.ordinal()]) {
                sent[word.ordinal()] = false;
                memory.arrived(word, values[word.ordinal()]);
                changed = true;
            }
        }
        if (changed) {
            memory.changed();
        }
    }

    private void startRound() {
        pending = 1;
        try {
            for (RingWord word : WORDS) {
                if (word != RingWord.TAIL && memory.outbox().takeWord(word, values)) {
                    putWord(word);
                }
            }
            if (arrivedTail > values[RingWord.TAIL.ordinal()]) {
                values[RingWord.TAIL.ordinal()] = arrivedTail;
                putWord(RingWord.TAIL);
            }
            int slots = 0;
            for (Outbox.Slot slot = memory.outbox().takeSlot();
                    slot != null;
                    slot = ++slots < SLOTS_PER_ROUND ? memory.outbox().takeSlot() : null) {
                put(RingLayout.offset(shape, slot.index()), slot.bytes());
                roundTail = slot.tail();
            }
            if (roundOpen) {
                pending++;
                endpoint.flushNonBlocking(callback);
                thread.busy(this);
            }
        } catch (RuntimeException e) {
            fail("a write cannot be started: " + e.getMessage());
        }
        completed();
    }

    private void putWord(RingWord word) {
        int offset = RingLayout.offset(word);
        local.setWord(offset, values[word.ordinal()]);
        sent[word.ordinal()] = true;
        put(offset, Long.BYTES);
    }

    private void put(int offset, int bytes) {
        roundOpen = true;
        pending++;
        endpoint.putNonBlocking(local.address() + offset, bytes, remoteAddress + offset, key, callback);
    }

    /** Called by UCX, which loses exceptions. */
    private void completed() {
        if (--pending == 0 && roundOpen) {
            thread.ready(this);
        }
    }

    /** Nothing is put any more. */
    void fail(String why) {
        if (!failed && !closing) {
            failed = true;
            memory.fail(why);
        }
    }

    /** Starts to close the endpoint by force. Idempotent. */
    void close() {
        if (closing) {
            return;
        }
        closing = true;
        closeStartNanos = System.nanoTime();
        LEFT.incrementAndGet();
        if (endpoint != null) {
            closeRequest = endpoint.closeNonBlockingForce();
        }
        thread.closing(this);
    }

    /** Frees the memory once the endpoint is closed, and returns true then. */
    boolean isClosed() {
        if (System.nanoTime() - startNanos < ATTACH_TIME.toNanos()) {
            return false;
        }
        if (closeRequest == null || closeRequest.isCompleted() && pending == 0) {
            if (key != null) {
                key.close();
            }
            own.close();
            local.close();
            LEFT.decrementAndGet();
            return true;
        }
        if (System.nanoTime() - closeStartNanos > CLOSE_TIMEOUT.toNanos()) {
            LOG.warn(
                    "An endpoint of UCX did not close within {} s; its memory of {} KiB stays",
                    CLOSE_TIMEOUT.toSeconds(),
                    2 * RingLayout.bytes(shape) >> 10);
            return true;
        }
        return false;
    }

    /** Returns true if memory may still be written by a peer. */
    static boolean anyLeft() {
        return LEFT.get() > 0;
    }
}
