package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingReceiver;
import org.sss.net.transport.ring.RingSender;
import org.sss.net.transport.ring.RingShape;

/**
 * The pair of rings beside the socket of one connection. The socket carries the messages that set it up, doorbells and
 * signs of life; the rings carry all frames of streams. Event loop only, unless stated otherwise.
 *
 * <pre>
 *   opener    NONE --offer--> OFFERED --ACCEPT, sends START--> ON
 *                                     --DECLINE--> NONE
 *   acceptor  NONE --OFFER--> OPENING --opened, sends ACCEPT--> ACCEPTED --START--> ON
 *                                     --failed, sends DECLINE--> NONE
 * </pre>
 *
 * Each side sends through the ring after its ACCEPT or START, and reads it after that of the peer. So the order of
 * frames stays.
 */
final class RingLink {
    private static final Logger LOG = LoggerFactory.getLogger(RingLink.class);
    private static final LimitedLog WITHOUT = new LimitedLog(LOG, "connections without a ring", 1);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    /** Then the other channels of the event loop have their turn. */
    private static final int SLOTS_PER_TURN = 8;
    /** A doorbell may be lost where memory is written from afar; it costs no more than this. */
    private static final long FIRST_CHECK_MILLIS = 1;
    /** After this time without a lost doorbell there is none on its way. */
    private static final long LAST_CHECK_MILLIS = 100;

    private enum State {
        NONE,
        OFFERED,
        OPENING,
        ACCEPTED,
        ON,
        CLOSED
    }

    private final TcpConnection connection;
    private final Channel channel;
    private final TcpRings rings;
    private final RingCounters counters = new RingCounters();
    private final CompletableFuture<Void> answer = new CompletableFuture<>();
    private FrameDecoder socketDecoder;
    private FrameDecoder ringDecoder;
    private State state = State.NONE;
    private int epoch;
    private RingProvider.Offer offer;
    /** Of the agreed rings, as are the next fields, or null. */
    private RingMemory memory;

    private RingSender sender;
    private RingReceiver receiver;
    private volatile boolean sending;
    private Future<?> check;
    private long checkMillis = FIRST_CHECK_MILLIS;
    private RingShape shape;
    private long fullSinceNanos;
    private long fullAtHead = -1;

    RingLink(TcpConnection connection, Channel channel, TcpRings rings) {
        this.connection = connection;
        this.channel = channel;
        this.rings = rings;
    }

    /** Called before anything is received. */
    void decodeBy(FrameDecoder ofSocket, FrameDecoder ofRing) {
        socketDecoder = ofSocket;
        ringDecoder = ofRing;
    }

    /** Returns true if frames of streams are sent through the ring. Any thread. */
    boolean isSending() {
        return sending;
    }

    /** Any thread. */
    RingCounters.Values counters() {
        return counters.values();
    }

    /**
     * Offers rings to a peer that they can reach and waits for the answer. Not on an event loop.
     *
     * @throws SssException if rings are required and there are none
     */
    void offer() {
        if (!rings.isFor(connection.peer()) || !rings.provider().reachesOtherMachines() && !isOnThisMachine()) {
            return;
        }
        try {
            RingProvider.Offer made = rings.provider().offer(rings.shape());
            execute(() -> sendOffer(made), made.memory()::close);
            answer.get(ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while the " + connection + " was being made", e);
        } catch (ExecutionException | TimeoutException | SssException e) {
            without(
                    e instanceof TimeoutException
                            ? "no answer within " + ANSWER_TIMEOUT.toSeconds() + " s"
                            : SssException.of(e, "ring").getMessage());
        }
    }

    private void execute(Runnable work, Runnable otherwise) {
        executeOr(work, () -> {
            otherwise.run();
            throw new SssException(ErrorCode.CLOSED, "the transport is closed");
        });
    }

    private void without(String why) {
        if (rings.required()) {
            SssException error = new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the " + connection + " has no " + rings.provider().name() + ", and net.transport.required = true: "
                            + why);
            connection.close(error);
            throw error;
        }
        WITHOUT.warn(
                "The {} uses TCP for data instead of {}: {}",
                connection,
                rings.provider().name(),
                why);
    }

    private boolean isOnThisMachine() {
        InetAddress address = channel.remoteAddress() instanceof InetSocketAddress remote ? remote.getAddress() : null;
        try {
            return address != null
                    && (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null);
        } catch (SocketException e) {
            LOG.debug("Cannot list the addresses of this machine", e);
            return false;
        }
    }

    private void sendOffer(RingProvider.Offer made) {
        if (!channel.isActive() || state != State.NONE) {
            made.memory().close();
            answer.completeExceptionally(new SssException(ErrorCode.CLOSED, "the connection is closed"));
            return;
        }
        offer = made;
        state = State.OFFERED;
        epoch = ThreadLocalRandom.current().nextInt();
        send(new RingMessage.Offer(epoch, rings.shape(), rings.provider().name(), made.description()));
    }

    /**
     * @param accepting whether this side has accepted the connection
     * @throws SssException {@link ErrorCode#PROTOCOL} if the peer may not send it now
     */
    void receive(RingMessage message, boolean accepting) {
        if (accepting && message instanceof RingMessage.Offer offered && state == State.NONE) {
            receiveOffer(offered);
        } else if (message instanceof RingMessage.Accept accept && state == State.OFFERED) {
            receiveAccept(accept.answer());
        } else if (message instanceof RingMessage.Decline declined && state == State.OFFERED) {
            receiveDecline(declined);
        } else if (message instanceof RingMessage.Start && state == State.ACCEPTED) {
            startReceiving();
        } else {
            throw violation("a RING frame with " + message + " came while the ring was " + state);
        }
    }

    private void receiveOffer(RingMessage.Offer offered) {
        state = State.OPENING;
        CompletionStage<RingProvider.Accepted> opening;
        try {
            opening = open(offered);
        } catch (SssException e) {
            opening = CompletableFuture.failedStage(e);
        }
        opening.whenComplete((accepted, error) -> {
            Runnable answer = error == null
                    ? () -> accept(offered, accepted)
                    : () -> decline(SssException.of(error, "ring").getMessage());
            if (channel.eventLoop().inEventLoop()) {
                answer.run();
            } else {
                executeOr(answer, error == null ? accepted.memory()::close : () -> {});
            }
        });
    }

    private void executeOr(Runnable work, Runnable otherwise) {
        try {
            channel.eventLoop().execute(work);
        } catch (RejectedExecutionException e) { // the transport is closed
            otherwise.run();
        }
    }

    private void accept(RingMessage.Offer offered, RingProvider.Accepted accepted) {
        if (state != State.OPENING || !channel.isActive()) {
            accepted.memory().close();
            return;
        }
        state = State.ACCEPTED;
        epoch = offered.epoch();
        send(new RingMessage.Accept(accepted.answer()));
        setUp(accepted.memory(), offered.shape());
        startSending();
    }

    private void decline(String reason) {
        LOG.debug("Declining a ring of the {}: {}", connection, reason);
        if (state == State.OPENING) {
            state = State.NONE;
            send(new RingMessage.Decline(reason));
        }
    }

    private CompletionStage<RingProvider.Accepted> open(RingMessage.Offer offered) {
        Principal peer = connection.limited().principal();
        if (!peer.role().includes(Role.NODE)) {
            throw new SssException(ErrorCode.FORBIDDEN, peer.name() + " is not a node");
        }
        if (rings.provider() == null || !rings.provider().name().equals(offered.name())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "net.transport of that node does not include " + offered.name());
        }
        return rings.provider().accept(offered.shape(), offered.description());
    }

    private void receiveAccept(byte[] accepted) {
        offer.taken(accepted);
        setUp(offer.memory(), rings.shape());
        send(new RingMessage.Start());
        startSending();
        startReceiving();
        LOG.info(
                "The {} uses {} for data: two rings of {} KiB",
                connection,
                rings.provider().name(),
                rings.shape().slots() * (rings.shape().slotBytes() >> 10));
        answer.complete(null);
    }

    private void receiveDecline(RingMessage.Decline declined) {
        state = State.NONE;
        offer.memory().close();
        offer = null;
        answer.completeExceptionally(
                new SssException(ErrorCode.INVALID_ARGUMENT, "the peer declined: " + declined.reason()));
    }

    private void setUp(RingMemory agreed, RingShape agreedShape) {
        memory = agreed;
        shape = agreedShape;
        sender = new RingSender(agreed, shape, epoch, counters, this::ringBell);
        receiver = new RingReceiver(agreed, shape, epoch, channel.alloc(), counters, this::ringBell);
        agreed.onPublished(() -> executeOr(this::receivePublished, () -> {}));
    }

    private void startSending() {
        connection.out().switchTo(sender, this::waitForRoom, this::fail);
        sending = true;
    }

    private void startReceiving() {
        state = State.ON;
        socketDecoder.rejectStreams();
        poll();
    }

    /** The peer has filled a slot, or emptied some. */
    void receiveBell() {
        if (memory == null) {
            throw violation("a BELL frame came without a ring");
        }
        checkMillis = FIRST_CHECK_MILLIS;
        advance();
    }

    /** What this side has published has arrived, or never will. */
    private void receivePublished() {
        if (state == State.CLOSED || connection.isClosing()) {
            return;
        }
        try {
            memory.check();
            sender.wake();
            receiver.wake();
        } catch (Throwable t) { // the peer cannot be reached through the memory
            fail(t);
            return;
        }
        advance();
    }

    private void advance() {
        if (channel.isActive()) {
            connection.out().resume();
        }
        if (channel.isActive() && state == State.ON) {
            poll();
        }
    }

    private void poll() {
        if (connection.isClosing()) {
            return;
        }
        try {
            memory.check();
            boolean more = receive(SLOTS_PER_TURN);
            memory.check();
            ringDecoder.pause();
            if (!connection.isClosing() && (more || isFilledWhileSpinning() || !receiver.sleep())) {
                checkMillis = FIRST_CHECK_MILLIS;
                channel.eventLoop().execute(this::advance);
            } else {
                checkLater();
            }
        } catch (Throwable t) { // the peer broke the protocol or destroyed the memory, or none is left for a copy
            fail(t);
        }
    }

    /**
     * If the memory is gone, that is the reason, and not an InternalError of it, which would look like one of the JVM.
     */
    private void fail(Throwable cause) {
        Throwable reason = cause;
        try {
            memory.check();
        } catch (SssException e) {
            reason = e;
        } catch (InternalError e) {
            reason = violation("the peer has destroyed the shared memory");
        }
        channel.pipeline().fireExceptionCaught(reason);
    }

    /** Returns true if there may be more slots. */
    private boolean receive(int maxSlots) {
        for (int slots = 0; slots < maxSlots; slots++) {
            ByteBuf slot = receiver.poll();
            if (slot == null) {
                return false;
            }
            try {
                ringDecoder.feed(slot);
            } finally {
                slot.release();
            }
            if (connection.isClosing()) {
                return false;
            }
        }
        return true;
    }

    private boolean isFilledWhileSpinning() {
        long start = System.nanoTime();
        long spinNanos = TimeUnit.MICROSECONDS.toNanos(rings.spinMicros());
        while (spinNanos > 0 && System.nanoTime() - start < spinNanos) {
            if (!receiver.isEmpty()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private void waitForRoom() {
        if (sender.head() != fullAtHead) {
            fullAtHead = sender.head();
            fullSinceNanos = System.nanoTime();
        }
        checkLater();
    }

    private void checkLater() {
        boolean waiting = connection.out().isWaiting();
        if (check == null && channel.isActive() && (waiting || checkMillis <= LAST_CHECK_MILLIS)) {
            check = channel.eventLoop()
                    .schedule(this::check, Math.min(checkMillis, LAST_CHECK_MILLIS), TimeUnit.MILLISECONDS);
            checkMillis = Math.min(2 * checkMillis, 2 * LAST_CHECK_MILLIS);
        }
    }

    private void check() {
        check = null;
        advance();
        checkProgress();
    }

    /** The peer's program may be idle; its event loop, which only copies, is not. */
    private void checkProgress() {
        Duration limit = connection.streamConfig().stallTimeout();
        if (connection.out().isWaiting() && System.nanoTime() - fullSinceNanos > limit.toNanos()) {
            connection.close(new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "the " + connection + " is dead: the peer has emptied no slot of" + " the ring for "
                            + limit.toMillis() + " ms"));
        }
    }

    private void ringBell() {
        memory.check(); // or an error of the memory could be thrown by the allocator, which would lose the buffer
        send(connection.frames().bell());
    }

    private void send(RingMessage message) {
        send(connection.frames().ring(message));
    }

    private void send(ByteBuf frame) {
        channel.writeAndFlush(frame, channel.voidPromise());
    }

    /** The socket is closed: receives what the peer has sent before, and frees the memory. Idempotent. */
    void close() {
        if (state == State.ON && !connection.isClosing()) {
            receiveLast();
        }
        state = State.CLOSED;
        connection.out().resume();
        if (check != null) {
            check.cancel(false);
        }
        if (ringDecoder != null) {
            ringDecoder.close();
        }
        RingMemory freed = memory == null && offer != null ? offer.memory() : memory;
        if (freed != null) {
            freed.close();
        }
        answer.completeExceptionally(new SssException(ErrorCode.NODE_UNREACHABLE, "the connection was lost"));
    }

    private void receiveLast() {
        try {
            memory.check();
            receive(shape.slots()); // no more, as the peer may still write
            ringDecoder.pause();
        } catch (Throwable t) { // the connection is lost in any case
            LOG.debug("The {} was lost while its ring was read", connection, t);
        }
    }

    private static SssException violation(String what) {
        return new SssException(ErrorCode.PROTOCOL, what);
    }
}
