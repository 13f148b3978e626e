package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.transport.ring.MemoryPair;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingReceiver;
import org.sss.net.transport.ring.RingSender;
import org.sss.net.transport.ring.RingShape;

/** A {@link WriteQueue} that writes to a ring. */
class RingWritesTest {
    private static final RingShape SHAPE = new RingShape(2, 4096);

    @TempDir
    private Path directory;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SendMemory memory = new SendMemory(Long.MAX_VALUE);
    private final List<String> calls = new ArrayList<>();
    private final WriteQueue queue =
            new WriteQueue(channel, memory, () -> calls.add("writable"), () -> calls.add("overflow"));
    private final MemoryPair pair = new MemoryPair(SHAPE);
    private final RingReceiver receiver =
            new RingReceiver(pair.ofSecond(), SHAPE, 1, PooledByteBufAllocator.DEFAULT, new RingCounters(), () -> {});

    RingWritesTest() {
        queue.switchTo(
                new RingSender(pair.ofFirst(), SHAPE, 1, new RingCounters(), () -> {}),
                () -> calls.add("waiting"),
                failure -> calls.add(failure.toString()));
    }

    private static ByteBuf buffer(byte[] bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
    }

    private static byte[] random(int seed, int bytes) {
        byte[] random = new byte[bytes];
        new Random(seed).nextBytes(random);
        return random;
    }

    private DefaultFileRegion region(Path file, int from, int bytes) throws IOException {
        RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r");
        return new DefaultFileRegion(opened.getChannel(), from, bytes); // which closes it
    }

    /** Reads all slots, and gives the queue a turn after each. */
    private byte[] receive() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuf slot = receiver.poll(); slot != null; slot = receiver.poll()) {
            all.writeBytes(ByteBufUtil.getBytes(slot));
            slot.release();
            queue.resume();
        }
        return all.toByteArray();
    }

    @Test
    void framesOfBuffersAndFilesArriveInOrder() throws IOException {
        byte[] content = random(1, 50_000);
        Path file = Files.write(directory.resolve("file"), content);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        queue.add(buffer(random(2, 12)), buffer(random(3, 30_000)));
        expected.writeBytes(random(2, 12));
        expected.writeBytes(random(3, 30_000));
        queue.addFiles(buffer(random(4, 20)), List.of(region(file, 100, 20_000), region(file, 7, 40_000)));
        expected.writeBytes(random(4, 20));
        expected.write(content, 100, 20_000);
        expected.write(content, 7, 40_000);
        queue.add(buffer(random(5, 10)), null);
        expected.writeBytes(random(5, 10));
        queue.flush();
        channel.runPendingTasks();
        assertThat(calls).containsExactly("waiting");
        assertThat(receive()).isEqualTo(expected.toByteArray());
        assertThat(memory.queuedBytes()).isZero();
    }

    @Test
    void aFileThatIsTooShortFailsTheConnection() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[100]);
        queue.addFiles(buffer(new byte[12]), List.of(region(file, 0, 200)));
        queue.flush();
        channel.runPendingTasks();
        assertThat(calls).hasSize(1).allSatisfy(call -> assertThat(call).contains("IOException"));
        channel.close();
        queue.resume();
        assertThat(memory.queuedBytes()).isZero();
    }

    @Test
    void aClosedChannelReleasesTheFrameThatWaits() {
        ByteBuf data = buffer(new byte[100_000]);
        queue.add(buffer(new byte[12]), data);
        queue.add(buffer(new byte[12]), null);
        queue.flush();
        channel.runPendingTasks();
        assertThat(queue.isWaiting()).isTrue();
        channel.close();
        queue.resume();
        assertThat(data.refCnt()).isZero();
        assertThat(memory.queuedBytes()).isZero();
    }

    @Test
    void theQueueIsFullWhileTheRingIs() {
        queue.add(buffer(new byte[12]), buffer(new byte[WriteQueue.HIGH_BYTES]));
        queue.flush();
        channel.runPendingTasks();
        assertThat(queue.isWritable()).isFalse();
        assertThat(receive()).hasSize(12 + WriteQueue.HIGH_BYTES);
        assertThat(calls).contains("waiting").containsOnlyOnce("writable");
    }

    /** The error of a destroyed memory is thrown at any statement from an access to the next check. */
    @Test
    void framesAreReleasedOnlyWhenTheirCopiesAreChecked() {
        AtomicBoolean checked = new AtomicBoolean(true);
        RingMemory first = pair.ofFirst();
        RingMemory memoryOfSender = (RingMemory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RingMemory.class}, (proxy, method, args) -> {
                    checked.set(method.getName().equals("check"));
                    return method.invoke(first, args);
                });
        List<Boolean> released = new ArrayList<>();
        queue.switchTo(
                new RingSender(memoryOfSender, SHAPE, 1, new RingCounters(), () -> {}),
                () -> calls.add("waiting"),
                failure -> calls.add(failure.toString()));
        int frames = 0;
        for (int bytes : new int[] {10, 20, 3 * SHAPE.slotBytes(), 10}) {
            for (int i = 0; i < 100; i++, frames++) {
                queue.add(noting(checked, released, bytes), null);
            }
        }
        queue.flush();
        channel.runPendingTasks();
        assertThat(receive()).hasSize(100 * (40 + 3 * SHAPE.slotBytes()));
        assertThat(released).hasSize(frames).doesNotContain(false);
    }

    private static ByteBuf noting(AtomicBoolean checked, List<Boolean> released, int bytes) {
        return new UnpooledHeapByteBuf(UnpooledByteBufAllocator.DEFAULT, bytes, bytes) {
            @Override
            public ByteBuf getBytes(int index, ByteBuffer to) {
                checked.set(false);
                return super.getBytes(index, to);
            }

            @Override
            protected void deallocate() {
                released.add(checked.get());
                super.deallocate();
            }
        }.writeZero(bytes);
    }
}
