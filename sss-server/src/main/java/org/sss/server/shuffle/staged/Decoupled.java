package org.sss.server.shuffle.staged;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;

/**
 * Blocks wait at their sender until all tasks have ended. Then the nodes exchange the sizes of all blocks, by another algorithm than the
 * blocks, which follow without a barrier (Tsukuba 2016, DSA). Stateless.
 */
public final class Decoupled implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.DSA;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new DecoupledExchange(spec, places);
    }
}
