package org.sss.server.shuffle.staged;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.server.shuffle.meta.ExpectedSizes;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.meta.MetaMessages;
import org.sss.server.shuffle.meta.NodeSizes;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.SizeReceiver;
import org.sss.server.shuffle.plan.PairwisePlan;

/**
 * As {@link ExchangeAfterMap}; in each step two nodes first exchange the sizes of the blocks that they will send
 * (Tsukuba 2019, CSA). After the barrier at the end of the step, each compares what it has stored with what it
 * expected. Threads: as {@link ExchangeAfterMap}.
 *
 * <p>A node stores what it receives without any step of its own: meta-blocks wait in a buffer, blocks go to the data
 * server.
 */
public final class CsaExchange extends ExchangeAfterMap implements SizeReceiver {
    private final ShuffleSpec spec;
    private final int self;
    private final MetaMessages messages;
    /** For the thread of the step. */
    private final ExpectedSizes expected;

    public CsaExchange(ShuffleSpec spec, ShuffleContext context) {
        super(spec, context);
        this.spec = spec;
        self = context.node();
        messages = new MetaMessages(spec, self, context.connections(), context.stallTimeout());
        expected = new ExpectedSizes(spec, self, context.stored());
    }

    @Override
    void execute(ShuffleStep step, List<StagedOutput> committed) {
        expected.check();
        if (step.name().equals(PairwisePlan.EXCHANGE)) {
            meta(() -> exchangeSizes(partner(step), step.number(), committed));
        }
        super.execute(step, committed);
    }

    private void exchangeSizes(int partner, int number, List<StagedOutput> committed) {
        List<MetaBlock> forPartner = sizes(committed).stream()
                .filter(block -> spec.cluster().locations().owner(block.subgroup()) == partner)
                .toList();
        messages.send(partner, number, new TreeMap<>(Map.of(self, new NodeSizes(0, messages.fitting(forPartner)))));
        countMove();
        SortedMap<Integer, NodeSizes> theirs = messages.await(partner, number);
        if (theirs.size() != 1 || !theirs.containsKey(partner)) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "node " + partner + " sent to node " + self + " the meta-blocks of nodes " + theirs.keySet()
                            + " instead of its own");
        }
        expected.add(partner, theirs.get(partner).blocks());
        countMove();
    }

    @Override
    public void receive(ShuffleMeta header, byte[] content, Runnable free) {
        messages.receive(header, content, free);
    }

    @Override
    public void close() {
        messages.close();
        super.close();
    }
}
