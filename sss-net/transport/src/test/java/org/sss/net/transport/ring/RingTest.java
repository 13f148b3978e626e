package org.sss.net.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class RingTest {
    private static final RingShape SHAPE = new RingShape(4, 4096);
    private static final int CAPACITY = SHAPE.capacity();
    private static final int EPOCH = 7;

    private final MemoryPair memory = new MemoryPair(SHAPE);
    private final RingCounters sent = new RingCounters();
    private final RingCounters received = new RingCounters();
    private final AtomicInteger toReceiver = new AtomicInteger();
    private final AtomicInteger toSender = new AtomicInteger();
    private final RingSender sender = sender(EPOCH, toReceiver::incrementAndGet);
    private final RingReceiver receiver = receiver(toSender::incrementAndGet);

    private RingSender sender(int epoch, Runnable doorbell) {
        return new RingSender(memory.ofFirst(), SHAPE, epoch, sent, doorbell);
    }

    private RingReceiver receiver(Runnable doorbell) {
        return new RingReceiver(memory.ofSecond(), SHAPE, EPOCH, PooledByteBufAllocator.DEFAULT, received, doorbell);
    }

    private static byte[] random(Random random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return data;
    }

    private boolean write(byte[] data) {
        return sender.write(Unpooled.wrappedBuffer(data));
    }

    /** Polls one slot. */
    private byte[] poll() {
        ByteBuf slot = receiver.poll();
        try {
            return slot == null ? null : ByteBufUtil.getBytes(slot);
        } finally {
            if (slot != null) {
                slot.release();
            }
        }
    }

    private void fill() {
        assertThat(write(new byte[SHAPE.slots() * CAPACITY])).isTrue();
        assertThat(write(new byte[1])).isFalse();
    }

    @Test
    void bytesArriveWhenTheyAreFlushed() {
        write(new byte[] {1, 2});
        write(new byte[] {3});
        assertThat(poll()).isNull();
        sender.flush();
        sender.flush();
        assertThat(poll()).containsExactly(1, 2, 3);
        assertThat(poll()).isNull();
        assertThat(sent.values()).isEqualTo(new RingCounters.Values(1, 3, 0, 1, 0));
        assertThat(received.values().receivedBytes()).isEqualTo(3);
    }

    @Test
    void aFullSlotIsSentWithoutFlush() {
        write(new byte[CAPACITY + 1]);
        assertThat(poll()).hasSize(CAPACITY);
        assertThat(poll()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void framesOfAllSizesArriveInOrder(int seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int frame = 0; frame < 2_000; frame++) {
            byte[] data =
                    random(random, 1 + random.nextInt(random.nextBoolean() ? 100 : 3 * SHAPE.slots() * CAPACITY / 2));
            in.writeBytes(data);
            ByteBuf left = Unpooled.wrappedBuffer(data);
            while (!sender.write(left)) {
                out.writeBytes(poll());
            }
            if (random.nextInt(3) == 0) {
                sender.flush();
            }
            for (int slots = random.nextInt(4); slots > 0; slots--) {
                byte[] slot = poll();
                out.writeBytes(slot == null ? new byte[0] : slot);
            }
        }
        sender.flush();
        for (byte[] slot = poll(); slot != null; slot = poll()) {
            out.writeBytes(slot);
        }
        assertThat(out.toByteArray()).as("seed " + seed).isEqualTo(in.toByteArray());
    }

    @Test
    void contentOfFilesIsTakenUntilTheRingIsFull() throws IOException {
        byte[] data = random(new Random(1), (SHAPE.slots() + 1) * CAPACITY);
        ByteBuffer left = ByteBuffer.wrap(data);
        assertThat(sender.channel().write(left)).isEqualTo(SHAPE.slots() * CAPACITY);
        assertThat(sender.channel().write(left)).isZero();
        assertThat(left.remaining()).isEqualTo(CAPACITY);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(poll());
        sender.channel().write(left);
        for (byte[] slot = poll(); slot != null; slot = poll()) {
            out.writeBytes(slot);
        }
        assertThat(out.toByteArray()).isEqualTo(data);
    }

    @Test
    void aCopyDoesNotChangeWhenTheSlotDoes() {
        write(new byte[] {1, 2, 3});
        sender.flush();
        ByteBuf copy = receiver.poll();
        memory.second.put(RingLayout.offset(SHAPE, 0) + RingLayout.SLOT_HEADER_BYTES, (byte) 9);
        assertThat(ByteBufUtil.getBytes(copy)).containsExactly(1, 2, 3);
        copy.release();
    }

    @Test
    void noCopyIsLeakedIfTheMemoryIsDestroyed() {
        ByteBufAllocatorMetric used = UnpooledByteBufAllocator.DEFAULT.metric();
        long before = used.usedDirectMemory();
        for (int checks = 0; checks < 2; checks++) {
            RingReceiver victim = new RingReceiver(
                    memory.ofSecondUntil(checks), SHAPE, EPOCH, UnpooledByteBufAllocator.DEFAULT, received, () -> {});
            write(new byte[CAPACITY]);
            assertThatThrownBy(victim::poll).isInstanceOf(InternalError.class);
            assertThat(used.usedDirectMemory())
                    .as("after " + checks + " checks")
                    .isEqualTo(before);
        }
    }

    @Test
    void onlyAReceiverThatSleepsIsWoken() {
        write(new byte[1]);
        sender.flush();
        assertThat(toReceiver).as("asleep at first").hasValue(1);
        write(new byte[1]);
        sender.flush();
        assertThat(toReceiver).as("awake").hasValue(1);
        assertThat(receiver.sleep())
                .as("sleeps although the ring has two slots")
                .isFalse();
        poll();
        poll();
        assertThat(receiver.sleep()).isTrue();
        write(new byte[2 * CAPACITY]);
        assertThat(toReceiver).hasValue(2);
    }

    @Test
    void aSenderThatWaitsForRoomIsWokenOnce() {
        fill();
        assertThat(sender.waitsForRoom()).isTrue();
        assertThat(sender.waitsForRoom()).isTrue();
        assertThat(sent.values().fullWaits()).isEqualTo(1);
        poll();
        assertThat(toSender).hasValue(1);
        assertThat(sender.waitsForRoom()).isFalse();
        poll();
        assertThat(toSender).hasValue(1);
        assertThat(write(new byte[2 * CAPACITY])).isTrue();
    }

    @Test
    void emptiedSlotsAreReportedTogether() {
        RingShape large = new RingShape(16, 4096);
        MemoryPair pair = new MemoryPair(large);
        RingSender from = new RingSender(pair.ofFirst(), large, EPOCH, sent, () -> {});
        RingReceiver to = new RingReceiver(
                pair.ofSecond(), large, EPOCH, PooledByteBufAllocator.DEFAULT, received, toSender::incrementAndGet);
        from.write(Unpooled.wrappedBuffer(new byte[16 * large.capacity()]));
        for (int slot = 0; slot < 16; slot++) {
            assertThat(from.waitsForRoom()).isEqualTo(slot < 4);
            to.poll().release();
        }
        assertThat(toSender).hasValue(1);
    }

    /** There are no timers here: one lost doorbell would stop both threads. */
    @Test
    void noDoorbellIsLost() throws Exception {
        Semaphore receiversBell = new Semaphore(0);
        Semaphore sendersBell = new Semaphore(0);
        RingSender from = sender(EPOCH, receiversBell::release);
        RingReceiver to = receiver(sendersBell::release);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        int frames = 100_000;
        Thread sending = new Thread(() -> {
            try {
                Random random = new Random(5);
                ByteBuf frame = Unpooled.buffer(4);
                for (int i = 0; i < frames; i++) {
                    frame.clear().writeInt(i);
                    while (!from.write(frame)) {
                        if (from.waitsForRoom() && !sendersBell.tryAcquire(20, TimeUnit.SECONDS)) {
                            throw new IllegalStateException("nobody woke the sender at frame " + i);
                        }
                    }
                    if (random.nextInt(4) > 0) {
                        from.flush();
                    }
                }
                from.flush();
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        sending.start();
        int next = 0;
        while (next < frames) {
            ByteBuf slot = to.poll();
            if (slot == null) {
                assertThat(!to.sleep() || receiversBell.tryAcquire(20, TimeUnit.SECONDS))
                        .as("woken at frame " + next)
                        .isTrue();
                continue;
            }
            while (slot.isReadable()) {
                assertThat(slot.readInt()).isEqualTo(next++);
            }
            slot.release();
        }
        sending.join(20_000);
        assertThat(failure.get()).isNull();
    }

    @Test
    void slotsOfAnotherEpochAreRejected() {
        RingSender old = sender(EPOCH - 1, () -> {});
        old.write(Unpooled.wrappedBuffer(new byte[1]));
        old.flush();
        assertBreach(receiver::poll, "epoch 6, expected 7");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4096 - 64 + 1})
    void invalidLengthIsRejected(int length) {
        write(new byte[1]);
        sender.flush();
        memory.second.putInt(RingLayout.offset(SHAPE, 0) + RingLayout.LENGTH, length);
        assertBreach(receiver::poll, "claims to have " + length + " bytes");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 5})
    void invalidTailIsRejected(long tail) {
        MemoryPair.set(memory.second, RingWord.TAIL, tail);
        assertBreach(receiver::poll, "claims to have filled " + tail);
    }

    @Test
    void aTailThatGoesBackIsRejected() {
        fill();
        for (int slot = 0; slot < SHAPE.slots(); slot++) {
            poll();
        }
        MemoryPair.set(memory.second, RingWord.TAIL, 3);
        assertBreach(receiver::poll, "claims to have filled 3, after 4");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 5})
    void invalidHeadIsRejected(long head) {
        fill();
        MemoryPair.set(memory.first, RingWord.HEAD, head);
        assertBreach(() -> write(new byte[1]), "claims to have emptied " + head);
    }

    @Test
    void aHeadThatGoesBackIsRejected() {
        fill();
        poll();
        poll();
        write(new byte[2 * CAPACITY]);
        MemoryPair.set(memory.first, RingWord.HEAD, 1);
        assertBreach(() -> write(new byte[1]), "claims to have emptied 1 slots, after 2");
    }

    @Test
    void shapesAreLimited() {
        for (int[] invalid : new int[][] {
            {1, 4096}, {2000, 4096}, {4, 64}, {4, 4097}, {32, 4 << 20}, {1024, Integer.MAX_VALUE / 64 * 64}
        }) {
            assertThatThrownBy(() -> new RingShape(invalid[0], invalid[1]))
                    .hasMessageContaining("expected 2 to 1024 slots");
        }
        assertThat(RingShape.ofBytes(8 << 20)).isEqualTo(RingShape.DEFAULT);
        assertThat(RingShape.ofBytes(1_000_000)).isEqualTo(new RingShape(32, 31_232));
    }

    private static void assertBreach(Runnable call, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL))
                .hasMessageContaining(message);
    }
}
