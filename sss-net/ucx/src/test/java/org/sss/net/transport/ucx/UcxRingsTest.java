package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingReceiver;
import org.sss.net.transport.ring.RingSender;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/** Two contexts of UCX in this process. Skipped where libucx is missing. */
@EnabledIf(value = "org.sss.net.transport.ucx.Ucx#works", disabledReason = "libucx is not installed")
class UcxRingsTest {
    private static final RingShape SHAPE = new RingShape(4, 8192);
    private static final Duration WAIT = Duration.ofSeconds(20);

    private UcxRings first;
    private UcxRings second;
    private RingMemory opener;
    private RingMemory acceptor;

    private void open(String tls) throws Exception {
        first = UcxRings.open(tls, "all");
        second = UcxRings.open(tls, "all");
        RingProvider.Offer offer = first.offer(SHAPE);
        opener = offer.memory();
        RingProvider.Accepted accepted =
                second.accept(SHAPE, offer.description()).toCompletableFuture().get(20, TimeUnit.SECONDS);
        acceptor = accepted.memory();
        offer.taken(accepted.answer());
    }

    @AfterEach
    void close() {
        for (RingMemory memory : new RingMemory[] {opener, acceptor}) {
            if (memory != null) {
                memory.close();
                memory.close();
            }
        }
        for (UcxRings rings : new UcxRings[] {first, second}) {
            if (rings != null) {
                rings.close();
            }
        }
        await().until(() -> !UcxLink.anyLeft());
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("sss-ucx")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm,self", "tcp"})
    void allBytesArriveInBothDirections(String tls) throws Exception {
        open(tls);
        assertThat(passes(opener, acceptor, 1)).isTrue();
        assertThat(passes(acceptor, opener, 2)).isTrue();
    }

    /** Sends 4 MB through a ring of 32 KiB, which is full most of the time, and compares what arrives. */
    private static boolean passes(RingMemory from, RingMemory to, int seed) {
        byte[] sent = new byte[4_000_000];
        new Random(seed).nextBytes(sent);
        ByteBuf left = Unpooled.wrappedBuffer(sent);
        ByteBuf arrived = Unpooled.buffer(sent.length);
        RingSender sender = new RingSender(from, SHAPE, 1, new RingCounters(), () -> {});
        RingReceiver receiver =
                new RingReceiver(to, SHAPE, 1, UnpooledByteBufAllocator.DEFAULT, new RingCounters(), () -> {});
        long end = System.nanoTime() + WAIT.toNanos();
        while (arrived.readableBytes() < sent.length && System.nanoTime() < end) {
            if (sender.write(left)) {
                sender.flush();
            }
            for (ByteBuf slot = receiver.poll(); slot != null; slot = receiver.poll()) {
                arrived.writeBytes(slot);
                slot.release();
            }
            Thread.onSpinWait();
        }
        return arrived.equals(Unpooled.wrappedBuffer(sent));
    }

    /** The receiver sleeps before the slot comes; it must be woken after the slot has arrived, and only then. */
    @ParameterizedTest
    @ValueSource(strings = {"sm,self", "tcp"})
    void aSleepingReceiverIsWokenOnceASlotHasArrived(String tls) throws Exception {
        open(tls);
        RingReceiver receiver =
                new RingReceiver(acceptor, SHAPE, 1, UnpooledByteBufAllocator.DEFAULT, new RingCounters(), () -> {});
        AtomicInteger bells = new AtomicInteger();
        AtomicBoolean changed = new AtomicBoolean();
        opener.onPublished(() -> changed.set(true));
        RingSender sender = new RingSender(opener, SHAPE, 1, new RingCounters(), bells::incrementAndGet);
        for (int position = 0; position < 20; position++) {
            assertThat(receiver.sleep()).isTrue();
            long asleep = position;
            await().atMost(WAIT).until(() -> opener.word(RingWord.ASLEEP) == asleep);
            changed.set(false);
            sender.write(Unpooled.wrappedBuffer(new byte[] {(byte) position}));
            sender.flush();
            await().atMost(WAIT).untilTrue(changed);
            sender.wake();
            assertThat(bells).hasValue(position + 1);
            ByteBuf slot = receiver.poll();
            assertThat(slot.readByte()).isEqualTo((byte) position);
            slot.release();
        }
    }

    @Test
    void thePeerIsReachedBeforeAnOfferIsAccepted() throws Exception {
        first = UcxRings.open("sm,self", "all");
        second = UcxRings.open("tcp", "all");
        RingProvider.Offer offer = first.offer(SHAPE);
        opener = offer.memory();
        assertThatThrownBy(() -> second.accept(SHAPE, offer.description())
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS))
                .hasMessageContaining("both nodes need one in common");
    }

    @Test
    void aMalformedDescriptionIsRefused() throws Exception {
        first = UcxRings.open("sm,self", "all");
        for (byte[] description :
                new byte[][] {{}, {0}, {0, 0}, {127, 127, 1}, new byte[12], {-1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}) {
            assertThatThrownBy(() -> first.accept(SHAPE, description)
                            .toCompletableFuture()
                            .get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("the description of a ring of UCX is malformed");
        }
    }

    @Test
    void unknownTransportsAreAnErrorWithTheRemedy() {
        assertThatThrownBy(() -> UcxRings.open("nonsense", "all")).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining("No such device").hasMessageContaining("net.ucx.tls");
        });
    }

    /** Versions of jucx before 1.15 keep a reference for each operation, and end the process when memory is used up. */
    @Test
    void manyOperationsDoNotFillTheHeap() throws Exception {
        open("sm,self");
        RingSender sender = new RingSender(opener, SHAPE, 1, new RingCounters(), () -> {});
        RingReceiver receiver =
                new RingReceiver(acceptor, SHAPE, 1, UnpooledByteBufAllocator.DEFAULT, new RingCounters(), () -> {});
        int arrived = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        ByteBuf one = Unpooled.wrappedBuffer(new byte[] {1});
        while (arrived < 200_000 && System.nanoTime() < end) {
            if (!one.isReadable()) {
                one.readerIndex(0);
            }
            if (sender.write(one)) {
                sender.flush();
            }
            for (ByteBuf slot = receiver.poll(); slot != null; slot = receiver.poll()) {
                slot.release();
                arrived++;
            }
        }
        assertThat(arrived).isGreaterThanOrEqualTo(200_000);
    }

    @Test
    void closedMemoryCannotBeReached() throws Exception {
        open("sm,self");
        acceptor.close();
        assertThatThrownBy(() -> acceptor.received(0)).isInstanceOf(NullPointerException.class);
    }
}
