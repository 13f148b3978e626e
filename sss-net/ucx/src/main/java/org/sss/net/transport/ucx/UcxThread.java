package org.sss.net.transport.ucx;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The thread that makes all calls of one UCX context. Sleeps in UCX while nothing is on its way, since a peer may need
 * it where writes are emulated; otherwise polls at growing distances. Thread-safe, unless stated otherwise.
 */
final class UcxThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UcxThread.class);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    /** An endpoint closes within milliseconds, or never. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private static final int POLLS_BEFORE_PARKING = 100;
    private static final long MAX_PARKED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private enum Phase {
        RUNNING,
        PARKED,
        WAITING,
        ENDED
    }

    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private final Object signalLock = new Object();
    private volatile Phase phase = Phase.RUNNING;
    private volatile boolean closed;
    /** This thread only, as are the next fields. */
    private final Queue<UcxLink> ready = new ArrayDeque<>();

    private final Set<UcxLink> busy = new HashSet<>();
    private final List<UcxLink> closing = new ArrayList<>();
    private UcpContext context;
    private UcpWorker worker;
    private int idlePolls;
    private long idleSinceNanos;

    private UcxThread() {
        thread = new Thread(this::run, "sss-ucx");
        thread.setDaemon(true);
    }

    /**
     * @param config of UCX, without the prefix {@code UCX_}
     * @throws SssException if UCX refuses it
     */
    static UcxThread start(Map<String, String> config) {
        UcxThread started = new UcxThread();
        started.thread.start();
        try {
            started.call(() -> {
                started.open(config);
                return null;
            });
        } catch (SssException e) {
            started.close();
            throw e;
        }
        return started;
    }

    private void open(Map<String, String> config) {
        UcpParams params = new UcpParams().requestRmaFeature().requestWakeupFeature();
        config.forEach(params::setConfig);
        context = new UcpContext(params);
        worker = context.newWorker(new UcpWorkerParams());
    }

    /** In this thread only. */
    UcpContext context() {
        return context;
    }

    /** In this thread only. */
    UcpWorker worker() {
        return worker;
    }

    /** In this thread only: the link can continue. */
    void ready(UcxLink link) {
        ready.add(link);
    }

    /** In this thread only: operations of the link are on their way. */
    void busy(UcxLink link) {
        busy.add(link);
    }

    /** In this thread only: the link is to be asked until it is closed. */
    void closing(UcxLink link) {
        closing.add(link);
    }

    /** Runs {@code command} in this thread. Does not wait. */
    void execute(Runnable command) {
        commands.add(command);
        Phase now = phase;
        if (now == Phase.PARKED) {
            LockSupport.unpark(thread);
        } else if (now == Phase.WAITING) {
            signal();
        }
    }

    private void signal() {
        synchronized (signalLock) { // the worker may be closed by the thread that this would wake
            if (phase != Phase.ENDED) {
                worker.signal();
            }
        }
    }

    /**
     * Runs {@code command} in this thread and waits for it.
     *
     * @throws SssException if it fails
     */
    <T> T call(Supplier<T> command) {
        CompletableFuture<T> result = new CompletableFuture<>();
        execute(() -> {
            try {
                result.complete(command.get());
            } catch (Throwable t) {
                result.completeExceptionally(t);
            }
        });
        try {
            return result.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while UCX was called", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SssException known ? known : UcxErrors.of(e.getCause());
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "UCX did not answer within " + CALL_TIMEOUT.toSeconds() + " s"
                            + LockedMemory.ofThisProcess().advice(),
                    e);
        }
    }

    private void run() {
        try {
            while (!closed || !closing.isEmpty() || !commands.isEmpty()) {
                if (turn()) {
                    idlePolls = 0;
                } else {
                    rest();
                }
            }
        } catch (Throwable t) { // of UCX or Java itself: nothing moves any more
            LOG.error("The thread of UCX has ended", t);
            busy.forEach(link -> link.fail("the thread of UCX has ended: " + t));
        } finally {
            end();
        }
    }

    /** Returns true if something has moved. */
    private boolean turn() throws Exception {
        boolean moved = false;
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
            moved = true;
        }
        if (worker == null) {
            return moved;
        }
        moved |= worker.progress() > 0;
        for (UcxLink link = ready.poll(); link != null; link = ready.poll()) {
            link.advance();
            moved = true;
        }
        busy.removeIf(link -> !link.isBusy());
        moved |= closing.removeIf(UcxLink::isClosed);
        return moved;
    }

    private void rest() {
        if (busy.isEmpty() && closing.isEmpty()) {
            sleep();
        } else if (idlePolls++ < POLLS_BEFORE_PARKING) {
            if (idlePolls == 1) {
                idleSinceNanos = System.nanoTime();
            }
            Thread.onSpinWait();
        } else {
            park(Math.min(MAX_PARKED_NANOS, 1 + (System.nanoTime() - idleSinceNanos) / 2));
        }
    }

    private void park(long nanos) {
        phase = Phase.PARKED;
        if (commands.isEmpty()) {
            LockSupport.parkNanos(nanos);
        }
        phase = Phase.RUNNING;
    }

    private void sleep() {
        if (worker == null) {
            park(MAX_PARKED_NANOS);
            return;
        }
        phase = Phase.WAITING;
        if (commands.isEmpty() && !closed) {
            worker.waitForEvents();
        }
        phase = Phase.RUNNING;
    }

    private void end() {
        synchronized (signalLock) {
            phase = Phase.ENDED;
        }
        if (UcxLink.anyLeft()) {
            return; // its memory may still be written
        }
        if (worker != null) {
            worker.close();
        }
        if (context != null) {
            context.close();
        }
    }

    /** Waits until all links are closed. Idempotent. */
    @Override
    public void close() {
        closed = true;
        execute(() -> {});
        try {
            thread.join(CLOSE_TIMEOUT.toMillis() + 1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
