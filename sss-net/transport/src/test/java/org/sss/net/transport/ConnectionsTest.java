package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.local.LocalTransport;

class ConnectionsTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final NodeAddress NODE = new NodeAddress("n1", 1);

    private final LocalTransport local = new LocalTransport();
    private final CountDownLatch mayConnect = new CountDownLatch(1);
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    /**
     * Number of attempts, each waiting for {@link #mayContinue}, that fail as if their threads had been
     * interrupted.
     */
    private final AtomicInteger cancelled = new AtomicInteger();

    private final Semaphore mayContinue = new Semaphore(0);
    /** Errors of the next attempts. */
    private final Queue<ErrorCode> busy = new ConcurrentLinkedQueue<>();

    private final AtomicReference<Duration> given = new AtomicReference<>();
    private final Connections connections = new Connections(new Gated(), WAIT);

    @AfterEach
    void close() {
        connections.close();
        local.close();
    }

    @Test
    void aConnectionIsUsedAgainWhileItIsOpen() {
        mayConnect.countDown();
        local.listen(NODE, new Acceptor());
        Connection first = connections.to(NODE);
        assertThat(connections.to(NODE)).isSameAs(first);
        first.close();
        assertThat(connections.to(NODE)).isNotSameAs(first).matches(Connection::isOpen);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void concurrentCallersShareOneAttempt() throws Exception {
        local.listen(NODE, new Acceptor());
        ExecutorService executor = Executors.newFixedThreadPool(8);
        List<Future<Connection>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            callers.add(executor.submit(() -> connections.to(NODE)));
        }
        mayConnect.countDown();
        Set<Connection> distinct = new HashSet<>();
        for (Future<Connection> caller : callers) {
            distinct.add(caller.get(10, TimeUnit.SECONDS));
        }
        executor.shutdownNow();
        assertThat(distinct).hasSize(1);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void attemptCanHaveItsOwnTimeout() {
        mayConnect.countDown();
        local.listen(NODE, new Acceptor());
        Connection first = connections.to(NODE, Duration.ofSeconds(2));
        assertThat(given).hasValue(Duration.ofSeconds(2));
        first.close();
        connections.to(NODE);
        assertThat(given).hasValue(WAIT);
    }

    @Test
    void failedAttemptIsNotCached() {
        mayConnect.countDown();
        assertThat(error().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        local.listen(NODE, new Acceptor());
        assertThat(connections.to(NODE).isOpen()).isTrue();
    }

    @Test
    void slowPeerIsTriedAgain() {
        mayConnect.countDown();
        local.listen(NODE, new Acceptor());
        busy.addAll(List.of(ErrorCode.TIMEOUT, ErrorCode.OVERLOADED, ErrorCode.TIMEOUT));
        assertThat(connections.to(NODE).isOpen()).isTrue();
        assertThat(attempts).hasValue(4);
        assertThat(given.get()).as("what is left of the time").isLessThan(WAIT).isPositive();
    }

    @Test
    void slowPeerIsTriedUntilTheTimeIsOver() {
        mayConnect.countDown();
        busy.addAll(Collections.nCopies(1_000, ErrorCode.TIMEOUT));
        SssException error =
                catchThrowableOfType(SssException.class, () -> connections.to(NODE, Duration.ofMillis(200)));
        assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(attempts.get()).isGreaterThan(1);
    }

    @Test
    void peerThatRejectsThisSideIsAskedOnce() {
        mayConnect.countDown();
        busy.add(ErrorCode.UNAUTHENTICATED);
        assertThat(error().code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void retriesOnceAfterFailedAttemptThatStartedBeforeTheCall() throws Exception {
        refused.set(1);
        ExecutorService executor = Executors.newFixedThreadPool(2);
        Future<Connection> first = executor.submit(() -> connections.to(NODE));
        await().until(() -> attempts.get() == 1);
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Connection> second = executor.submit(() -> {
            thread.set(Thread.currentThread());
            return connections.to(NODE);
        });
        await().until(() -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
        local.listen(NODE, new Acceptor());
        mayConnect.countDown();
        assertThat(second.get(10, TimeUnit.SECONDS).isOpen()).isTrue();
        assertThat(first).failsWithin(WAIT).withThrowableThat().havingCause().isInstanceOf(SssException.class);
        executor.shutdownNow();
        assertThat(attempts).hasValue(2);
    }

    @Test
    void retriesSharedAttemptsThatOthersCancelled() throws Exception {
        cancelled.set(2);
        mayConnect.countDown();
        local.listen(NODE, new Acceptor());
        List<Thread> threads = new CopyOnWriteArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(4);
        Callable<Connection> call = () -> {
            threads.add(Thread.currentThread());
            return connections.to(NODE);
        };
        List<Future<Connection>> callers = new ArrayList<>(List.of(executor.submit(call)));
        await().until(() -> attempts.get() == 1);
        for (int i = 0; i < 3; i++) {
            callers.add(executor.submit(call));
        }
        for (int attempt = 1; attempt <= 2; attempt++) {
            int started = attempt;
            int waiting = 5 - attempt;
            await().until(() -> attempts.get() == started
                    && threads.stream().filter(ConnectionsTest::isWaiting).count() >= waiting);
            mayContinue.release();
        }
        List<ErrorCode> failures = new ArrayList<>();
        for (Future<Connection> caller : callers) {
            try {
                assertThat(caller.get(10, TimeUnit.SECONDS).isOpen()).isTrue();
            } catch (ExecutionException e) {
                failures.add(((SssException) e.getCause()).code());
            }
        }
        executor.shutdownNow();
        assertThat(failures)
                .as("only those who were interrupted")
                .containsExactly(ErrorCode.CANCELLED, ErrorCode.CANCELLED);
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void closeClosesTheConnectionsAndRejectsNewOnes() {
        mayConnect.countDown();
        local.listen(NODE, new Acceptor());
        Connection connection = connections.to(NODE);
        connections.close();
        assertThat(connection.isOpen()).isFalse();
        assertThat(error().code()).isEqualTo(ErrorCode.CLOSED);
    }

    private SssException error() {
        return catchThrowableOfType(SssException.class, () -> connections.to(NODE));
    }

    /** The local transport, which connects only when the test permits it. */
    private final class Gated implements Transport {
        @Override
        public String name() {
            return "gated";
        }

        @Override
        public Listener listen(NodeAddress address, Service service) {
            return local.listen(address, service);
        }

        @Override
        public Connection connect(NodeAddress address, Duration timeout) {
            attempts.incrementAndGet();
            given.set(timeout);
            try {
                if (cancelled.get() > 0) {
                    assertThat(mayContinue.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                    cancelled.decrementAndGet();
                    throw new SssException(ErrorCode.CANCELLED, "interrupted");
                }
                assertThat(mayConnect.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            ErrorCode next = busy.poll();
            if (next != null) {
                throw new SssException(next, "as the test wants it");
            }
            if (refused.getAndDecrement() > 0) {
                throw new SssException(ErrorCode.NODE_UNREACHABLE, "refused");
            }
            return local.connect(address, timeout);
        }

        @Override
        public void close() {
            local.close();
        }
    }
}
