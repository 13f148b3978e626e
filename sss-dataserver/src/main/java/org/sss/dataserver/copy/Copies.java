package org.sss.dataserver.copy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.GroupImport;
import org.sss.dataserver.group.Groups;
import org.sss.dataserver.process.ServerThreads;
import org.sss.net.control.DataVerbs.Replicate;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;

/**
 * The copies that this node makes of segments of other nodes: of two groups at once, and once at a time of each. Its
 * threads start with the first copy. Thread-safe.
 */
public final class Copies implements AutoCloseable {
    private static final int AT_ONCE = 2;
    private static final int MAX_WAITING = 256;
    private static final long TICK_MILLIS = 500;
    private static final long IDLE_SECONDS = 10;

    private final Groups groups;
    private final Duration patience;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    // Guarded by this.
    private final Deque<Job> waiting = new ArrayDeque<>();
    /** By the number of the group. */
    private final Map<Long, Job> running = new HashMap<>();

    private boolean closed;

    /** @param ticks reports progress while the job waits or runs */
    private record Job(Replication replication, Runnable work, Future<?> ticks) {
        long group() {
            return replication.request().group().id();
        }
    }

    /** @param stallTimeout how long a source may send nothing before it ends the stream; a copy waits twice as long */
    public Copies(Groups groups, Duration stallTimeout) {
        this.groups = groups;
        patience = stallTimeout.multipliedBy(2);
        threads = new ThreadPoolExecutor(
                AT_ONCE,
                AT_ONCE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> ServerThreads.of(task, "sss-copy"));
        threads.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(1, task -> ServerThreads.of(task, "sss-copy-timer"));
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Starts a copy, or lets it wait.
     *
     * @param peers   returns an open connection to a data server, which it still owns
     * @param permits throws if the coordinator that asks is none any more; may wait for the disk
     * @throws SssException {@link ErrorCode#OVERLOADED} if too many wait
     */
    public StreamHandler start(
            Replicate request, Stream stream, Function<NodeAddress, Connection> peers, Runnable permits) {
        Replication replication = new Replication(request, stream, patience);
        Runnable work = () -> replication.run(
                () -> {
                    permits.run();
                    return GroupImport.of(groups, request.group());
                },
                group -> new GroupCopy(request, group, replication, peers).run());
        synchronized (this) {
            checkRoom();
            waiting.add(new Job(
                    replication,
                    work,
                    timer.scheduleWithFixedDelay(replication::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS)));
            startNext();
        }
        return replication;
    }

    private void checkRoom() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the data server is stopping");
        }
        if (waiting.size() >= MAX_WAITING) {
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    "this node has " + waiting.size() + " copies of groups to make already; try again later");
        }
    }

    /** Starts jobs in the order in which they came, except that those of one group wait for each other. */
    private synchronized void startNext() {
        for (Iterator<Job> next = waiting.iterator(); next.hasNext() && running.size() < AT_ONCE; ) {
            Job job = next.next();
            if (!running.containsKey(job.group())) {
                next.remove();
                running.put(job.group(), job);
                execute(job);
            }
        }
    }

    private void execute(Job job) {
        try {
            Work.execute(
                    threads,
                    () -> {
                        try {
                            job.work().run();
                        } finally {
                            end(job);
                        }
                    },
                    "a copy of a group");
        } catch (SssException e) {
            running.remove(job.group());
            job.ticks().cancel(false);
            job.replication().fail(e);
        }
    }

    private synchronized void end(Job job) {
        job.ticks().cancel(false);
        running.remove(job.group());
        startNext();
    }

    /** Ends all copies with CLOSED. */
    @Override
    public void close() {
        SssException why = new SssException(ErrorCode.CLOSED, "the data server is stopping");
        synchronized (this) {
            closed = true;
            waiting.forEach(job -> job.replication().fail(why));
            waiting.clear();
            running.values().forEach(job -> job.replication().stop(why));
        }
        threads.shutdown();
        timer.shutdownNow();
        try {
            threads.awaitTermination(IDLE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
