package org.sss.server.shuffle.pull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.data.PutSession;
import org.sss.net.transport.StreamHandler;
import org.sss.server.shuffle.method.BlockServer;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.plan.FullyConnectedPlan;
import org.sss.server.shuffle.pull.PullFrames.Origin;
import org.sss.server.shuffle.staged.StagingMemory;

/**
 * Has a queue of blocks for each other node, and pulls this node's blocks from each other node, while the tasks run
 * (Tsukuba 2016, Fully-Connected). Thread-safe.
 *
 * <pre>
 *   step "pull"    opens a stream to each other node: all nodes take part by then
 *   (tasks)        QueuedOutput -> TargetQueue -> stream -> Pull at the other node -> its data server
 *   step "drain"   the queues end; waits until everything that was pulled is stored and compared
 * </pre>
 *
 * It cannot deadlock: a node that receives a block passes it to its own data server, and never waits until one of its
 * own blocks is sent. So each queue becomes empty while its receiver lives, and an empty queue takes a block even if no
 * memory is free.
 */
public final class PullDuringMap implements NodeShuffle, BlockServer {
    /** Threads that store blocks at once: more than a data server keeps busy. */
    private static final int MAX_THREADS = 16;

    private final ShuffleSpec spec;
    private final ShuffleContext context;
    private final StagingMemory memory;
    private final AtomicLong moved = new AtomicLong();
    /** By node; null for this one. */
    private final TargetQueue[] queues;

    private final List<Pull> pulls = new ArrayList<>();
    private volatile Consumer<SssException> callback = e -> {};
    private volatile long moveNanos;
    /** Guarded by this, like the following field. */
    private SssException failure;

    private boolean closed;

    public PullDuringMap(ShuffleSpec spec, ShuffleContext context) {
        this.spec = spec;
        this.context = context;
        memory = new StagingMemory(context.memory(), context.directory());
        queues = new TargetQueue[spec.cluster().nodes().size()];
        Executor storing = new SharedThreads(context.executor(), MAX_THREADS);
        Executor sending = new SharedThreads(context.executor(), 1); // does not block, and never waits for storing
        for (NodeInfo node : spec.cluster().nodes()) {
            if (node.id() != context.node()) {
                queues[node.id()] = new TargetQueue(
                        spec.key().toString(),
                        context.node(),
                        node,
                        memory,
                        context.stallTimeout(),
                        sending,
                        moved::incrementAndGet,
                        this::fail);
                pulls.add(new Pull(spec, context, node, storing, moved::incrementAndGet, this::fail));
            }
        }
    }

    @Override
    public ShuffleOutput output(int output, DataVerbs.Put header) {
        checkOpen();
        return new QueuedOutput(
                context.node(),
                spec.cluster().locations(),
                new Origin(output, header.attempt().source(), header.attempt().attempt()),
                new PutSession(context.connections(), spec.cluster(), header),
                queues);
    }

    @Override
    public StreamHandler serve(int node, org.sss.net.transport.Stream stream) {
        checkOpen();
        if (node < 0 || node >= queues.length || queues[node] == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + node + " cannot pull " + spec.key() + " from node " + context.node());
        }
        queues[node].attach(stream);
        return queues[node];
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw ended();
        }
    }

    private SssException ended() {
        return SssException.withoutTrace(ErrorCode.CLOSED, spec.key() + " has ended at node " + context.node());
    }

    @Override
    public void run(ShuffleStep step) {
        switch (step.name()) {
            case FullyConnectedPlan.PULL -> pulls.forEach(Pull::open);
            case FullyConnectedPlan.DRAIN -> drain();
            case ShuffleStep.END -> {} // each node has compared what it stored
            default ->
                throw new SssException(
                        ErrorCode.PROTOCOL,
                        step + " of " + spec.key() + " at node " + context.node() + ": "
                                + NodeShuffle.unknown(spec.method(), step).getMessage());
        }
    }

    private void drain() {
        long startNanos = System.nanoTime();
        queues().forEach(TargetQueue::end);
        for (Pull pull : pulls) {
            try {
                pull.whenEnded().get();
            } catch (ExecutionException e) {
                throw SssException.of(e, spec.key().toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SssException(
                        ErrorCode.CANCELLED,
                        "interrupted while node " + context.node() + " waited for blocks of " + spec.key(),
                        e);
            }
        }
        moveNanos = System.nanoTime() - startNanos;
    }

    private Stream<TargetQueue> queues() {
        return Arrays.stream(queues).filter(Objects::nonNull);
    }

    @Override
    public void onFailure(Consumer<SssException> newCallback) {
        callback = newCallback;
    }

    private void fail(SssException e) {
        synchronized (this) {
            if (failure != null || closed) {
                return;
            }
            failure = e;
        }
        callback.accept(e);
    }

    @Override
    public long moved() {
        return moved.get();
    }

    @Override
    public ShuffleTimes times() {
        int links = 0;
        ShuffleTimes sum = ShuffleTimes.NONE;
        for (TargetQueue queue : queues().toList()) {
            ShuffleTimes times = queue.times();
            links += times.sent().links();
            sum = sum.plus(times);
        }
        return new ShuffleTimes(
                new ShuffleTimes.Sent(
                        links,
                        links,
                        sum.sent().blocks(),
                        sum.sent().bytes(),
                        sum.sent().creditMillis()),
                new ShuffleTimes.Steps(0, TimeUnit.NANOSECONDS.toMillis(moveNanos), 0),
                new ShuffleTimes.Waiting(0, memory.peakBytes()),
                ShuffleTimes.Placement.NONE);
    }

    @Override
    public void close() {
        SssException reason;
        synchronized (this) {
            closed = true;
            reason = failure != null ? failure : ended();
        }
        queues().forEach(queue -> queue.close(reason));
        pulls.forEach(pull -> pull.close(reason));
    }
}
