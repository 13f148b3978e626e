package org.sss.server.shuffle.staged;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.server.shuffle.meta.Announced;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.meta.MetaMessages;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;
import org.sss.server.shuffle.plan.PairwisePlan;

/**
 * As {@link Pairwise}; in each step two nodes first exchange the sizes of the blocks that they will send (Tsukuba 2016, CSA). After the
 * barrier at the end of the step, each compares what it has stored with what was announced. Stateless.
 *
 * <p>A node stores what it receives without any step of its own: meta-blocks wait in a buffer, blocks go to the data server.
 */
public final class Coupled implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.CSA;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new Exchange(spec, places);
    }

    private static final class Exchange extends ExchangeAfterMap {
        private final ShuffleSpec spec;
        private final int self;
        private final MetaMessages messages;
        /** For the thread of the step. */
        private final Announced announced;

        Exchange(ShuffleSpec spec, ShufflePlaces places) {
            super(spec, places);
            this.spec = spec;
            self = places.node();
            messages = new MetaMessages(spec, self, places.connections(), places.stallTimeout());
            announced = new Announced(spec, self, places.stored());
        }

        @Override
        void take(ShuffleStep step, List<ParkedOutput> counting) {
            announced.check();
            if (step.name().equals(PairwisePlan.EXCHANGE)) {
                meta(() -> exchangeSizes(partner(step), step.number(), counting));
            }
            super.take(step, counting);
        }

        private void exchangeSizes(int partner, int number, List<ParkedOutput> counting) {
            List<MetaBlock> forPartner = sizes(counting).stream().filter(block -> spec.cluster().locations().owner(block.subgroup()) == partner).toList();
            messages.send(partner, number, new TreeMap<>(Map.of(self, messages.fitting(forPartner))));
            countMove();
            SortedMap<Integer, List<MetaBlock>> theirs = messages.await(partner, number);
            if (theirs.size() != 1 || !theirs.containsKey(partner)) {
                throw new SssException(ErrorCode.PROTOCOL, "node " + partner + " sent to node " + self + " the meta-blocks of nodes " + theirs.keySet()
                        + " instead of its own");
            }
            announced.add(partner, theirs.get(partner));
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
}
