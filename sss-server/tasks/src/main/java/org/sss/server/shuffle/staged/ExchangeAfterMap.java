package org.sss.server.shuffle.staged;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.plan.PairwisePlan;

/**
 * Keeps the blocks for other nodes until the tasks have ended. Then pairs of nodes exchange them, step by step: each
 * node has one partner at a time, so at most n/2 links are busy at once (Tsukuba 2016, Pairwise). Blocks of attempts
 * that do not count are never sent. Thread-safe.
 */
public class ExchangeAfterMap implements NodeShuffle {
    /** Streams to the partner that may wait for its answer at once. */
    private static final int MAX_UNANSWERED = 32;

    private final ShuffleSpec spec;
    private final ShuffleContext context;
    private final boolean stagesOwn;
    private final StagingMemory staging;
    private final AtomicLong moved = new AtomicLong();
    private final AtomicInteger partners = new AtomicInteger();
    /** The most partners at the same time. */
    private final AtomicInteger partnersAtOnce = new AtomicInteger();
    /** Guarded by this, like the following fields. */
    private final List<StagedOutput> outputs = new ArrayList<>();

    private long metaNanos;
    private long moveNanos;
    private boolean closed;

    public ExchangeAfterMap(ShuffleSpec spec, ShuffleContext context) {
        this(spec, context, false);
    }

    /** @param stagesOwn whether the blocks for this node wait too, of outputs that may be stored elsewhere */
    ExchangeAfterMap(ShuffleSpec spec, ShuffleContext context, boolean stagesOwn) {
        this.stagesOwn = stagesOwn;
        this.spec = spec;
        this.context = context;
        staging = new StagingMemory(context.memory(), context.directory());
    }

    @Override
    public final synchronized ShuffleOutput output(int output, DataVerbs.Put header) {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, spec.key() + " has ended");
        }
        StagedOutput made = new StagedOutput(
                spec.cluster(),
                output,
                header,
                context,
                staging,
                stagesOwn && spec.outputs().get(output).elsewhere());
        outputs.add(made);
        return made;
    }

    @Override
    public final void run(ShuffleStep step) {
        List<StagedOutput> committed = committed(step);
        try {
            execute(step, committed);
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    step + " of " + spec.key() + " at node " + context.node() + ": " + e.getMessage(),
                    e,
                    e.remoteTrace());
        }
    }

    /**
     * Takes a step.
     *
     * @param committed the outputs of attempts that count
     */
    void execute(ShuffleStep step, List<StagedOutput> committed) {
        switch (step.name()) {
            case PairwisePlan.EXCHANGE -> move(() -> sendTo(partner(step), committed));
            case ShuffleStep.END -> committed.forEach(StagedOutput::check);
            default -> throw NodeShuffle.unknown(spec.method(), step);
        }
    }

    /** The node that this one exchanges blocks with in a step that has a partner. */
    final int partner(ShuffleStep step) {
        Integer partner = step.partner();
        if (partner == null || partner < 0 || partner >= spec.cluster().nodes().size() || partner == context.node()) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    partner == null
                            ? "the step has no partner"
                            : "node " + partner + " cannot be the partner of node " + context.node()
                                    + " in a cluster of "
                                    + spec.cluster().nodes().size() + " nodes");
        }
        return partner;
    }

    /** The sizes of what is sent, in all blocks that count. */
    static List<MetaBlock> sizes(List<StagedOutput> committed) {
        return committed.stream().map(StagedOutput::sizes).flatMap(List::stream).toList();
    }

    /** Memory for tuples that this node will have when its blocks have left. */
    final long freeBytes() {
        return context.memory().freeBytes(staging.usedBytes());
    }

    /** Counts the time of {@code work} as an exchange of meta-blocks. */
    final void meta(Runnable work) {
        long startNanos = System.nanoTime();
        try {
            work.run();
        } finally {
            addNanos(System.nanoTime() - startNanos, 0);
        }
    }

    /** Counts the time of {@code work} as an exchange of blocks. */
    final void move(Runnable work) {
        long startNanos = System.nanoTime();
        try {
            work.run();
        } finally {
            addNanos(0, System.nanoTime() - startNanos);
        }
    }

    private synchronized void addNanos(long meta, long move) {
        metaNanos += meta;
        moveNanos += move;
    }

    protected final void countMove() {
        moved.incrementAndGet();
    }

    /** The outputs of attempts that count. Those of others are discarded. */
    private synchronized List<StagedOutput> committed(ShuffleStep step) {
        outputs.stream().filter(output -> !step.counts(output.attempt())).forEach(StagedOutput::discard);
        outputs.removeIf(output -> !step.counts(output.attempt()));
        return List.copyOf(outputs);
    }

    /** Sends all blocks for some nodes, {@link Senders} at once, and waits until they are stored there. */
    protected final void sendTo(List<Integer> nodes, List<StagedOutput> committed) {
        Senders.run(nodes, context.executor(), node -> sendTo(node, committed));
    }

    /** Sends all blocks for a node, and waits until they are stored there. */
    protected final void sendTo(int node, List<StagedOutput> committed) {
        if (node == context.node()) {
            sendBlocks(node, committed);
            return;
        }
        partnersAtOnce.accumulateAndGet(partners.incrementAndGet(), Math::max);
        try {
            sendBlocks(node, committed);
        } finally {
            partners.decrementAndGet();
        }
    }

    private void sendBlocks(int node, List<StagedOutput> committed) {
        Queue<StagedOutput> unanswered = new ArrayDeque<>();
        for (StagedOutput output : committed) {
            if (output.hasFor(node)) {
                output.sendTo(node, this::countMove);
                unanswered.add(output);
            }
            if (unanswered.size() == MAX_UNANSWERED) {
                unanswered.remove().awaitStored(node);
                countMove();
            }
        }
        for (StagedOutput output : unanswered) {
            output.awaitStored(node);
            countMove();
        }
    }

    @Override
    public final long moved() {
        return moved.get();
    }

    @Override
    public final synchronized ShuffleTimes times() {
        ShuffleTimes sum = outputs.stream().map(StagedOutput::sent).reduce(ShuffleTimes.NONE, ShuffleTimes::plus);
        return new ShuffleTimes(
                sum.sent().withPartnersAtOnce(partnersAtOnce.get()),
                new ShuffleTimes.Steps(
                        TimeUnit.NANOSECONDS.toMillis(metaNanos), TimeUnit.NANOSECONDS.toMillis(moveNanos), 0),
                new ShuffleTimes.Waiting(staging.spilledBytes(), staging.peakBytes()),
                placement());
    }

    /** See {@link ShuffleTimes}. */
    protected ShuffleTimes.Placement placement() {
        return ShuffleTimes.Placement.NONE;
    }

    @Override
    public void close() {
        List<StagedOutput> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(outputs);
            outputs.clear();
        }
        left.forEach(StagedOutput::discard);
        staging.close();
    }
}
