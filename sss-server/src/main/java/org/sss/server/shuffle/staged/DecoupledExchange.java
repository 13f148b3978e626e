package org.sss.server.shuffle.staged;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.server.shuffle.meta.Announced;
import org.sss.server.shuffle.meta.BruckGather;
import org.sss.server.shuffle.meta.MetaMessages;
import org.sss.server.shuffle.meta.MetaTable;
import org.sss.server.shuffle.method.ShufflePlaces;
import org.sss.server.shuffle.plan.DecoupledPlan;

/**
 * Two steps: in the first, all nodes get the sizes of all blocks; in the second, each sends its blocks to one node after the other. Threads: as
 * {@link ExchangeAfterMap}.
 *
 * <p>A node stores what it receives without any step of its own: meta-blocks wait in a buffer, blocks go to the data server.
 */
public class DecoupledExchange extends ExchangeAfterMap {
    private final ShuffleSpec spec;
    private final ShufflePlaces places;
    private final MetaMessages messages;
    /** Null before the first step. For the thread of the step. */
    private MetaTable table;

    protected DecoupledExchange(ShuffleSpec spec, ShufflePlaces places) {
        this(spec, places, false);
    }

    /** @param parksOwn whether the blocks for this node wait too, of outputs that may be stored elsewhere */
    protected DecoupledExchange(ShuffleSpec spec, ShufflePlaces places, boolean parksOwn) {
        super(spec, places, parksOwn);
        this.spec = spec;
        this.places = places;
        messages = new MetaMessages(spec, places.node(), places.connections(), places.stallTimeout());
    }

    @Override
    final void take(ShuffleStep step, List<ParkedOutput> counting) {
        switch (step.name()) {
            case DecoupledPlan.META -> meta(() -> {
                table = BruckGather.run(places.node(), messages.fitting(sizes(counting)), messages, this::countMove);
                known(table);
            });
            case DecoupledPlan.MOVE -> move(() -> sendAll(known(), counting));
            case ShuffleStep.END -> end(known(), counting);
            default -> throw unknown(step);
        }
    }

    private MetaTable known() {
        if (table == null) {
            throw new SssException(ErrorCode.PROTOCOL, "the step '" + DecoupledPlan.META + "' comes first");
        }
        return table;
    }

    /** Called when the sizes of all blocks are known, before they move. */
    protected void known(MetaTable sizes) {
    }

    /**
     * Sends the blocks of this node to the others.
     *
     * @param known what all nodes send
     */
    protected void sendAll(MetaTable known, List<ParkedOutput> counting) {
        known.partners(places.node()).forEach(node -> sendTo(node, counting));
    }

    /** Checks that everything that was announced was stored. */
    protected void end(MetaTable known, List<ParkedOutput> counting) {
        Announced announced = new Announced(spec, places.node(), places.stored());
        for (int node = 0; node < spec.cluster().nodes().size(); node++) {
            announced.add(node, known.of(node));
        }
        announced.check();
        counting.forEach(ParkedOutput::check);
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
