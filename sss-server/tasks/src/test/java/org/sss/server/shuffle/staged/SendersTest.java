package org.sss.server.shuffle.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class SendersTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void sendsToSomeNodesAtOnceAndToAllOnce() {
        int rounds = 3;
        Set<Integer> sent = ConcurrentHashMap.newKeySet();
        CyclicBarrier atOnce = new CyclicBarrier(Senders.AT_ONCE);
        AtomicInteger now = new AtomicInteger();
        Senders.run(IntStream.range(0, rounds * Senders.AT_ONCE).boxed().toList(), threads, node -> {
            assertThat(now.incrementAndGet()).isLessThanOrEqualTo(Senders.AT_ONCE);
            await(atOnce); // breaks unless that many send
            now.decrementAndGet();
            assertThat(sent.add(node)).isTrue();
        });
        assertThat(sent).hasSize(rounds * Senders.AT_ONCE);
    }

    @Test
    void sendsInOrderWithItsOwnThreadIfThereIsNoOther() {
        StringBuilder sent = new StringBuilder();
        Senders.run(
                List.of(3, 1, 2),
                work -> {
                    throw new RejectedExecutionException("full");
                },
                sent::append);
        assertThat(sent).hasToString("312");
    }

    @Test
    void anErrorOfAnotherThreadEndsAll() {
        CyclicBarrier both = new CyclicBarrier(2);
        Thread self = Thread.currentThread();
        Set<Integer> sent = ConcurrentHashMap.newKeySet();
        assertThatThrownBy(() -> Senders.run(List.of(1, 2), threads, node -> {
                    await(both);
                    sent.add(node);
                    if (Thread.currentThread() != self) {
                        throw new SssException(ErrorCode.CLOSED, "gone");
                    }
                }))
                .hasMessageContaining("gone");
        assertThat(sent).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void takesNoFurtherNodeAfterAnError() {
        AtomicInteger sent = new AtomicInteger();
        assertThatThrownBy(() -> Senders.run(List.of(1, 2, 3), work -> {}, node -> {
                    sent.incrementAndGet();
                    throw new IllegalStateException("gone");
                }))
                .hasMessageContaining("gone");
        assertThat(sent).hasValue(1);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
