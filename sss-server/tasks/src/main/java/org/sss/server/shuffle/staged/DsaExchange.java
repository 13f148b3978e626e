package org.sss.server.shuffle.staged;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.server.shuffle.meta.BruckGather;
import org.sss.server.shuffle.meta.ExpectedSizes;
import org.sss.server.shuffle.meta.MetaMessages;
import org.sss.server.shuffle.meta.MetaTable;
import org.sss.server.shuffle.meta.NodeSizes;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.SizeReceiver;
import org.sss.server.shuffle.plan.DsaPlan;

/**
 * Two steps: in the first, all nodes get the sizes of all blocks, by another algorithm than the blocks; in the second,
 * each sends its blocks to a few nodes at a time, without a barrier (Tsukuba 2019, DSA). Threads: as {@link
 * ExchangeAfterMap}.
 *
 * <p>A node stores what it receives without any step of its own: meta-blocks wait in a buffer, blocks go to the data
 * server.
 */
public class DsaExchange extends ExchangeAfterMap implements SizeReceiver {
    private final ShuffleSpec spec;
    private final ShuffleContext context;
    private final MetaMessages messages;
    /** Null before the first step. For the thread of the step. */
    private MetaTable table;

    public DsaExchange(ShuffleSpec spec, ShuffleContext context) {
        this(spec, context, false);
    }

    /** @param stagesOwn whether the blocks for this node wait too, of outputs that may be stored elsewhere */
    protected DsaExchange(ShuffleSpec spec, ShuffleContext context, boolean stagesOwn) {
        super(spec, context, stagesOwn);
        this.spec = spec;
        this.context = context;
        messages = new MetaMessages(spec, context.node(), context.connections(), context.stallTimeout());
    }

    @Override
    final void execute(ShuffleStep step, List<StagedOutput> committed) {
        switch (step.name()) {
            case DsaPlan.META ->
                meta(() -> {
                    NodeSizes own = new NodeSizes(freeBytes(), messages.fitting(sizes(committed)));
                    table = BruckGather.run(context.node(), own, messages, this::countMove);
                    known(table);
                });
            case DsaPlan.MOVE -> move(() -> sendAll(known(), committed));
            case ShuffleStep.END -> end(known(), committed);
            default -> throw NodeShuffle.unknown(spec.method(), step);
        }
    }

    private MetaTable known() {
        if (table == null) {
            throw new SssException(ErrorCode.PROTOCOL, "the step '" + DsaPlan.META + "' comes first");
        }
        return table;
    }

    /** Called when the sizes of all blocks are known, before they move. */
    protected void known(MetaTable sizes) {}

    /**
     * Sends the blocks of this node to the others.
     *
     * @param known what all nodes send
     */
    protected void sendAll(MetaTable known, List<StagedOutput> committed) {
        sendTo(known.partners(context.node()), committed);
    }

    /** Checks that everything that was expected was stored. */
    protected void end(MetaTable known, List<StagedOutput> committed) {
        ExpectedSizes expected = new ExpectedSizes(spec, context.node(), context.stored());
        for (int node = 0; node < spec.cluster().nodes().size(); node++) {
            expected.add(node, known.of(node));
        }
        expected.check();
        committed.forEach(StagedOutput::check);
    }

    @Override
    public final void receive(ShuffleMeta header, byte[] content, Runnable free) {
        messages.receive(header, content, free);
    }

    @Override
    public void close() {
        messages.close();
        super.close();
    }
}
