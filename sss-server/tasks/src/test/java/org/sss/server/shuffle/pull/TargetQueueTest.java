package org.sss.server.shuffle.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.server.shuffle.method.TestMemory;
import org.sss.server.shuffle.pull.PullFrames.Origin;
import org.sss.server.shuffle.staged.StagingMemory;

class TargetQueueTest {
    private static final int BLOCK_BYTES = 1000;
    private static final int FRAME_BYTES = BLOCK_BYTES + PullFrames.BLOCK_HEADER_BYTES;
    private static final Origin FIRST = new Origin(0, 3, 0);
    private static final Origin SECOND = new Origin(0, 4, 0);
    private static final NodeInfo TARGET = new NodeInfo(2, new NodeAddress("two", 1), new NodeAddress("two", 2));

    private final List<SssException> failures = new ArrayList<>();
    private final AtomicInteger moved = new AtomicInteger();
    private final SssException closed = new SssException(ErrorCode.CLOSED, "it has ended");
    private final Receiver receiver = new Receiver();
    private TestMemory memory;

    /** Takes as many frames as it has credit for. */
    private static final class Receiver implements Stream {
        private final List<String> frames = new ArrayList<>();
        private int credit;
        private boolean ended;
        private SssException failure;

        @Override
        public synchronized boolean trySend(ByteBuf data) {
            if (failure != null) {
                throw failure;
            }
            if (credit == 0) {
                return false;
            }
            credit--;
            byte kind = PullFrames.readKind(data);
            Origin origin = PullFrames.readOrigin(data);
            frames.add(
                    switch (kind) {
                        case PullFrames.BLOCK ->
                            "block of " + origin.source() + " to " + data.readInt() + "/" + data.readInt();
                        case PullFrames.ENDED ->
                            "end of " + origin.source() + " with " + data.readLong() + ", " + data.readLong();
                        default -> "failure of " + origin.source();
                    });
            data.release();
            return true;
        }

        synchronized void give(int moreCredit) {
            credit += moreCredit;
        }

        synchronized List<String> frames() {
            return List.copyOf(frames);
        }

        @Override
        public void send(ByteBuf data) {
            throw new UnsupportedOperationException("a queue never blocks its threads here");
        }

        @Override
        public synchronized void end(Message trailer) {
            ended = true;
        }

        @Override
        public synchronized void fail(SssException error) {
            failure = error;
        }

        @Override
        public void grant(int bytes) {
            throw new UnsupportedOperationException("nothing is received");
        }
    }

    private TargetQueue queue(long memoryBytes, Duration stallTimeout) {
        memory = new TestMemory(memoryBytes);
        Executor threads = work -> new Thread(work).start();
        StagingMemory staging = new StagingMemory(memory, () -> Path.of("unused"));
        return new TargetQueue(
                "the shuffle", 1, TARGET, staging, stallTimeout, threads, moved::incrementAndGet, failures::add);
    }

    private TargetQueue queue(long memoryBytes) {
        return queue(memoryBytes, Duration.ofMinutes(1));
    }

    private static void add(TargetQueue queue, Origin origin, int number) {
        queue.add(origin, number, 7, new byte[BLOCK_BYTES + 5], BLOCK_BYTES);
    }

    private static CompletableFuture<Void> addLater(TargetQueue queue, Origin origin, int number) {
        return CompletableFuture.runAsync(() -> add(queue, origin, number), work -> new Thread(work).start());
    }

    private void awaitFrames(String... frames) {
        Awaitility.await().untilAsserted(() -> assertThat(receiver.frames()).containsExactly(frames));
    }

    @Test
    void sendsInTheOrderInWhichBlocksCame() {
        TargetQueue queue = queue(1 << 20);
        add(queue, FIRST, 0);
        add(queue, SECOND, 1);
        queue.ended(FIRST, 11, 12);
        receiver.give(2);
        queue.attach(receiver);
        awaitFrames("block of 3 to 0/7", "block of 4 to 1/7");
        add(queue, SECOND, 2);
        queue.end();
        assertThat(receiver.ended).isFalse();
        receiver.give(5);
        queue.onWritable();
        awaitFrames("block of 3 to 0/7", "block of 4 to 1/7", "end of 3 with 11, 12", "block of 4 to 2/7");
        Awaitility.await().until(() -> receiver.ended);
        assertThat(moved).hasValue(4);
        assertThat(queue.times().sent().blocks()).isEqualTo(3);
        assertThat(queue.times().sent().bytes()).isEqualTo(3 * BLOCK_BYTES);
        assertThat(memory.used()).isZero();
    }

    @Test
    void aTaskWaitsWhileMemoryIsShort() throws Exception {
        TargetQueue queue = queue(2 * FRAME_BYTES);
        queue.attach(receiver);
        add(queue, FIRST, 0);
        add(queue, FIRST, 1);
        assertThat(memory.used()).isEqualTo(2 * FRAME_BYTES);
        CompletableFuture<Void> third = addLater(queue, FIRST, 2);
        assertThat(third).isNotDone().failsWithin(Duration.ofMillis(50));
        receiver.give(1);
        queue.onWritable();
        third.get(10, TimeUnit.SECONDS);
        assertThat(queue.times().sent().creditMillis()).isGreaterThanOrEqualTo(40);
        assertThat(memory.used()).isEqualTo(2 * FRAME_BYTES);
        queue.close(closed);
        assertThat(memory.used()).isZero();
    }

    @Test
    void aTaskWaitsWhileTheQueueIsLong() throws Exception {
        TargetQueue queue = queue(Long.MAX_VALUE);
        queue.attach(receiver);
        long fits = TargetQueue.MAX_BYTES / FRAME_BYTES;
        for (int i = 0; i < fits; i++) {
            add(queue, FIRST, i);
        }
        CompletableFuture<Void> next = addLater(queue, FIRST, 1);
        assertThat(next).failsWithin(Duration.ofMillis(50));
        receiver.give(1);
        queue.onWritable();
        next.get(10, TimeUnit.SECONDS);
        queue.close(closed);
    }

    @Test
    void anEmptyQueueTakesABlockWithoutMemory() throws Exception {
        TargetQueue queue = queue(0);
        queue.attach(receiver);
        add(queue, FIRST, 0);
        CompletableFuture<Void> second = addLater(queue, SECOND, 1);
        assertThat(second).failsWithin(Duration.ofMillis(50));
        receiver.give(1);
        queue.onWritable();
        second.get(10, TimeUnit.SECONDS);
        assertThat(memory.used()).isZero();
        queue.close(closed);
    }

    @Test
    void aReceiverThatTakesNothingFailsTheTask() {
        TargetQueue queue = queue(0, Duration.ofMillis(20));
        queue.attach(receiver);
        add(queue, FIRST, 0);
        SssException error = catchThrowableOfType(SssException.class, () -> add(queue, FIRST, 1));
        assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(error)
                .hasMessageContaining("node 1")
                .hasMessageContaining("node 2")
                .hasMessageContaining("net.stallTimeout");
        queue.close(closed);
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        TargetQueue queue = queue(0);
        add(queue, FIRST, 0);
        CompletableFuture<SssException> error = new CompletableFuture<>();
        Thread task =
                new Thread(() -> error.complete(catchThrowableOfType(SssException.class, () -> add(queue, FIRST, 1))));
        task.start();
        Awaitility.await().until(() -> task.getState() == Thread.State.TIMED_WAITING);
        task.interrupt();
        assertThat(error.get(10, TimeUnit.SECONDS).code()).isEqualTo(ErrorCode.CANCELLED);
        task.join();
        queue.close(closed);
    }

    @Test
    void closeEndsTheWaitAndFreesMemory() throws Exception {
        TargetQueue queue = queue(FRAME_BYTES);
        queue.attach(receiver);
        add(queue, FIRST, 0);
        CompletableFuture<Void> waiting = addLater(queue, FIRST, 1);
        assertThat(waiting).failsWithin(Duration.ofMillis(50));
        queue.close(closed);
        queue.close(closed);
        assertThat(catchThrowableOfType(ExecutionException.class, () -> waiting.get(10, TimeUnit.SECONDS))
                        .getCause())
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        assertThat(memory.used()).isZero();
        assertThat(receiver.failure.code()).isEqualTo(ErrorCode.CLOSED);
        assertThat(failures).isEmpty();
        assertThat(catchThrowableOfType(SssException.class, () -> queue.attach(receiver))
                        .code())
                .isEqualTo(ErrorCode.CLOSED);
    }

    @Test
    void blocksOfAFailedAttemptAreDiscarded() {
        TargetQueue queue = queue(3 * FRAME_BYTES);
        queue.attach(receiver);
        receiver.give(1);
        add(queue, FIRST, 0);
        add(queue, FIRST, 1);
        add(queue, SECOND, 2);
        add(queue, FIRST, 3);
        queue.failed(FIRST);
        assertThat(memory.used()).isEqualTo(FRAME_BYTES);
        receiver.give(5);
        queue.onWritable();
        awaitFrames("block of 3 to 0/7", "block of 4 to 2/7", "failure of 3");
        assertThat(memory.used()).isZero();
    }

    @Test
    void aBrokenStreamIsReportedOnce() {
        TargetQueue queue = queue(1 << 20);
        queue.attach(receiver);
        add(queue, FIRST, 0);
        queue.onError(new SssException(ErrorCode.NODE_UNREACHABLE, "the connection broke"));
        queue.onError(new SssException(ErrorCode.CLOSED, "again"));
        assertThat(failures).singleElement().satisfies(e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
            assertThat(e)
                    .hasMessageContaining("node 1 cannot reach node 2")
                    .hasMessageContaining("the connection broke");
        });
        assertThat(memory.used()).isZero();
        assertThat(catchThrowableOfType(SssException.class, () -> add(queue, FIRST, 1))
                        .code())
                .isEqualTo(ErrorCode.NODE_UNREACHABLE);
    }

    @Test
    void asksOfTwoReceiversAreRefused() {
        TargetQueue queue = queue(1 << 20);
        queue.attach(receiver);
        assertThat(catchThrowableOfType(SssException.class, () -> queue.attach(receiver))
                        .code())
                .isEqualTo(ErrorCode.ALREADY_EXISTS);
    }
}
