package org.sss.server.security;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenSource;
import org.sss.net.auth.TokenTable;
import org.sss.net.peer.LimitedLog;
import org.sss.net.transport.Work;

/**
 * Reads the table of tokens every two seconds, and when a peer has a token that is not in it. A table that could not be
 * read again for a while is not used any more, as tokens may have been revoked since. Thread-safe.
 */
final class PolledTokens implements TokenSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PolledTokens.class);
    private static final LimitedLog FAILED = new LimitedLog(LOG, "tables of tokens that could not be read", 1);
    /** For a table in a file of this node. */
    static final Duration ALWAYS = Duration.ofDays(36_500);

    private static final long PERIOD_MILLIS = 2_000;
    private static final long MIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long FIRST_MILLIS = 5_000;

    /** Reads the table; may block for some seconds. */
    interface Reader {
        /**
         * @param known the table that was read last, or null
         * @return {@code known} if it has not changed
         */
        TokenTable read(TokenTable known);
    }

    private final Reader reader;
    private final Duration validity;
    private final Executor executor;
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService timers;
    /** For the age of the table. */
    private final LongSupplier nanoTime;

    private final ScheduledFuture<?> timer;
    /** Guarded by this, as is the next field. */
    private CompletableFuture<TokenTable> underWay;

    private long readNanos = System.nanoTime() - MIN_PERIOD_NANOS;
    /** Only one thread reads at a time, so that an older table never replaces a newer one. */
    private final Object reading = new Object();

    private volatile TokenTable table;
    private volatile long tableNanos;
    private volatile boolean closed;
    private volatile SssException failure =
            new SssException(ErrorCode.NODE_UNREACHABLE, "the table of tokens could not be read");

    /**
     * @param table the first one, or null if it is not known yet
     * @param validity how long a table is used that cannot be read again
     */
    PolledTokens(
            Reader reader, TokenTable table, Duration validity, Executor executor, ScheduledExecutorService timers) {
        this(reader, table, validity, executor, timers, System::nanoTime);
    }

    PolledTokens(
            Reader reader,
            TokenTable table,
            Duration validity,
            Executor executor,
            ScheduledExecutorService timers,
            LongSupplier nanoTime) {
        this.reader = reader;
        this.nanoTime = nanoTime;
        tableNanos = nanoTime.getAsLong();
        this.validity = validity;
        this.table = table;
        this.executor = executor;
        this.timers = timers;
        timer = timers.scheduleWithFixedDelay(
                this::refreshed, table == null ? 0 : PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public TokenTable current() {
        TokenTable known = table;
        if (known == null) {
            throw SssException.withoutTrace(
                    ErrorCode.NODE_UNREACHABLE,
                    "this node does not know the tokens yet, because it has not reached"
                            + " the coordinator; is that one running?");
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - tableNanos);
        if (seconds > validity.toSeconds()) {
            throw SssException.withoutTrace(
                    ErrorCode.NODE_UNREACHABLE,
                    "this node has not reached the coordinator for " + seconds
                            + " s, so it does not know which tokens are still valid and serves other nodes only; is "
                            + "the coordinator running?");
        }
        return known;
    }

    /** Returns the table that was read last, valid or not, or null. */
    TokenTable latest() {
        return table;
    }

    @Override
    public CompletableFuture<TokenTable> refreshed() {
        CompletableFuture<TokenTable> started = new CompletableFuture<>();
        long waitNanos;
        synchronized (this) {
            if (underWay != null) {
                return underWay;
            }
            underWay = started;
            waitNanos = readNanos + MIN_PERIOD_NANOS - System.nanoTime();
        }
        if (waitNanos > 0) {
            timers.schedule(() -> start(started), waitNanos, TimeUnit.NANOSECONDS);
        } else {
            start(started);
        }
        return started;
    }

    private void start(CompletableFuture<TokenTable> started) {
        try {
            Work.execute(executor, () -> read(started), "reading the table of tokens");
        } catch (SssException e) {
            end(started);
        }
    }

    private void read(CompletableFuture<TokenTable> started) {
        try {
            read();
        } finally {
            end(started);
        }
    }

    private void read() {
        try {
            synchronized (reading) {
                long nanos = nanoTime.getAsLong();
                table = reader.read(table);
                tableNanos = nanos;
            }
        } catch (RuntimeException e) { // whatever is wrong with the table must not end the reading of later ones
            FAILED.warn("Cannot read the table of tokens; the last one stays valid for a while: {}", e.toString());
            failure = SssException.of(e, "reading the table of tokens");
        }
    }

    /** Reads the table on this thread, or returns the last one if that fails. */
    TokenTable readNow() {
        read();
        return current();
    }

    private void end(CompletableFuture<TokenTable> started) {
        synchronized (this) {
            underWay = null;
            readNanos = System.nanoTime();
        }
        TokenTable known = table;
        if (known != null) {
            actions.forEach(Runnable::run);
            started.complete(known);
        } else {
            started.completeExceptionally(failure);
        }
    }

    /**
     * Waits until a table is known, or this is closed.
     *
     * @throws SssException {@link ErrorCode#UNAUTHENTICATED} if the coordinator rejects this node; {@link
     *     ErrorCode#CLOSED}
     */
    void awaitFirst() {
        while (table == null) {
            if (closed) {
                throw new SssException(ErrorCode.CLOSED, "the node is stopping");
            }
            try {
                refreshed().get(FIRST_MILLIS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                if (failure.code() == ErrorCode.UNAUTHENTICATED) {
                    throw failure;
                }
                LOG.debug("The table of tokens was not read yet", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for the table of tokens", e);
            }
        }
    }

    @Override
    public void onRead(Runnable action) {
        actions.add(action);
    }

    @Override
    public void close() {
        closed = true;
        timer.cancel(false);
    }
}
