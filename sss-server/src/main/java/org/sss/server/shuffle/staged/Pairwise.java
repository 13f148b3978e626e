package org.sss.server.shuffle.staged;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;

/**
 * Blocks wait at their sender until all tasks have ended. Then pairs of nodes exchange them, step by step. Each node has one partner at a time, so
 * at most n/2 links are busy at once (Tsukuba 2016, Pairwise). Stateless.
 */
public final class Pairwise implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.PAIRWISE;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new ExchangeAfterMap(spec, places);
    }
}
