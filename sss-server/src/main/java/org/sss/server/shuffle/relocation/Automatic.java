package org.sss.server.shuffle.relocation;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;
import org.sss.server.shuffle.staged.Decoupled;

/**
 * Decides when all nodes know the sizes of all blocks: as {@link SkewAware} if a node would get more than its memory, else as {@link Decoupled}.
 * All nodes decide the same, because they know the same. Until then blocks wait as with {@link SkewAware}, whose exchange does all: with a
 * plan that gives nothing away it sends what {@link Decoupled} sends. Stateless.
 */
public final class Automatic implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.AUTO;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new RelocationExchange(spec, places, false);
    }
}
