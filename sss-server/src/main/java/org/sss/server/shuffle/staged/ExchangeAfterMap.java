package org.sss.server.shuffle.staged;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.method.ShufflePlaces;
import org.sss.server.shuffle.plan.PairwisePlan;

/**
 * Keeps the blocks for other nodes until the tasks have ended, and then sends them to one node in each step. Blocks of attempts that do not count
 * are never sent. Thread-safe.
 */
public class ExchangeAfterMap implements NodeShuffle {
    /** Streams to the partner that may wait for its answer at once. */
    private static final int MAX_UNANSWERED = 32;

    private final ShuffleSpec spec;
    private final ShufflePlaces places;
    private final boolean parksOwn;
    private final ParkingLot lot;
    private final AtomicLong moved = new AtomicLong();
    /** Guarded by this, like the following fields. */
    private final List<ParkedOutput> outputs = new ArrayList<>();
    private long metaNanos;
    private long moveNanos;
    private boolean closed;

    ExchangeAfterMap(ShuffleSpec spec, ShufflePlaces places) {
        this(spec, places, false);
    }

    /** @param parksOwn whether the blocks for this node wait too, of outputs that may be stored elsewhere */
    ExchangeAfterMap(ShuffleSpec spec, ShufflePlaces places, boolean parksOwn) {
        this.parksOwn = parksOwn;
        this.spec = spec;
        this.places = places;
        lot = new ParkingLot(places.memory(), places.directory());
    }

    @Override
    public final synchronized ShuffleOutput output(int output, DataVerbs.Put header) {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, spec.key() + " has ended");
        }
        ParkedOutput made = new ParkedOutput(spec.cluster(), output, header, places, lot, parksOwn && spec.outputs().get(output).elsewhere());
        outputs.add(made);
        return made;
    }

    @Override
    public final void run(ShuffleStep step) {
        List<ParkedOutput> counting = counting(step);
        try {
            take(step, counting);
        } catch (SssException e) {
            throw new SssException(e.code(), step + " of " + spec.key() + " at node " + places.node() + ": " + e.getMessage(), e, e.remoteTrace());
        }
    }

    /**
     * Takes a step.
     *
     * @param counting the outputs of attempts that count
     */
    void take(ShuffleStep step, List<ParkedOutput> counting) {
        switch (step.name()) {
            case PairwisePlan.EXCHANGE -> move(() -> sendTo(partner(step), counting));
            case ShuffleStep.END -> counting.forEach(ParkedOutput::check);
            default -> throw unknown(step);
        }
    }

    /** The node that this one exchanges blocks with in a step that has a partner. */
    final int partner(ShuffleStep step) {
        Integer partner = step.partner();
        if (partner == null || partner < 0 || partner >= spec.cluster().nodes().size() || partner == places.node()) {
            throw new SssException(ErrorCode.PROTOCOL, partner == null ? "the step has no partner" : "node " + partner + " cannot be the partner of node "
                    + places.node() + " in a cluster of " + spec.cluster().nodes().size() + " nodes");
        }
        return partner;
    }

    final SssException unknown(ShuffleStep step) {
        return new SssException(ErrorCode.PROTOCOL, "the shuffle method '" + spec.method() + "' has no step '" + step.name()
                + "'; do all nodes run the same version?");
    }

    /** The sizes of what is sent, in all blocks that count. */
    static List<MetaBlock> sizes(List<ParkedOutput> counting) {
        return counting.stream().map(ParkedOutput::sizes).flatMap(List::stream).toList();
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
    private synchronized List<ParkedOutput> counting(ShuffleStep step) {
        outputs.stream().filter(output -> !step.counts(output.attempt())).forEach(ParkedOutput::discard);
        outputs.removeIf(output -> !step.counts(output.attempt()));
        return List.copyOf(outputs);
    }

    /** Sends all blocks for a node, and waits until they are stored there. */
    protected final void sendTo(int node, List<ParkedOutput> counting) {
        Queue<ParkedOutput> unanswered = new ArrayDeque<>();
        for (ParkedOutput output : counting) {
            if (output.hasFor(node)) {
                output.sendTo(node, this::countMove);
                unanswered.add(output);
            }
            if (unanswered.size() == MAX_UNANSWERED) {
                unanswered.remove().awaitStored(node);
                countMove();
            }
        }
        for (ParkedOutput output : unanswered) {
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
        ShuffleTimes sum = outputs.stream().map(ParkedOutput::sent).reduce(ShuffleTimes.NONE, ShuffleTimes::plus);
        return new ShuffleTimes(sum.links(), sum.blocks(), sum.bytes(), sum.creditMillis(), TimeUnit.NANOSECONDS.toMillis(metaNanos), TimeUnit.NANOSECONDS.toMillis(moveNanos), 0,
                lot.spilledBytes(), lot.peakBytes(), elsewhereBytes());
    }

    /** See {@link ShuffleTimes}. */
    protected long elsewhereBytes() {
        return 0;
    }

    @Override
    public void close() {
        List<ParkedOutput> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(outputs);
            outputs.clear();
        }
        left.forEach(ParkedOutput::discard);
        lot.close();
    }
}
