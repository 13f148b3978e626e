package org.sss.server.shuffle;

import org.sss.api.Shuffle;
import org.sss.server.shuffle.method.DirectShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.plan.DsaPlan;
import org.sss.server.shuffle.plan.FullyConnectedPlan;
import org.sss.server.shuffle.plan.PairwisePlan;
import org.sss.server.shuffle.plan.ShufflePlan;
import org.sss.server.shuffle.pull.PullDuringMap;
import org.sss.server.shuffle.relocation.RelocationExchange;
import org.sss.server.shuffle.staged.CsaExchange;
import org.sss.server.shuffle.staged.DsaExchange;
import org.sss.server.shuffle.staged.ExchangeAfterMap;

/** The table of shuffle methods: what the coordinator and the nodes do. Stateless. */
public final class ShuffleMethods {
    private ShuffleMethods() {}

    public static ShuffleMethod of(Shuffle method) {
        return switch (method) {
            case DIRECT ->
                new ShuffleMethod(ShufflePlan.NONE, (spec, context) -> new DirectShuffle(spec.cluster(), context));
            case FULLY_CONNECTED -> new ShuffleMethod(new FullyConnectedPlan(), PullDuringMap::new);
            case PAIRWISE -> new ShuffleMethod(new PairwisePlan(), ExchangeAfterMap::new);
            case CSA -> new ShuffleMethod(new PairwisePlan(), CsaExchange::new);
            case DSA -> new ShuffleMethod(new DsaPlan(false), DsaExchange::new);
            case DSA_SMS -> new ShuffleMethod(new DsaPlan(false), RelocationExchange::toNodes);
            // Node 0 writes a file that the others must see.
            case ON_DISK -> new ShuffleMethod(new DsaPlan(true), RelocationExchange::toFiles);
            case AUTO -> new ShuffleMethod(new DsaPlan(false), RelocationExchange::ifNeeded);
        };
    }

    /** The plan of a method, for the coordinator. */
    public static ShufflePlan plan(Shuffle method) {
        return of(method).plan();
    }
}
