package org.sss.server.shuffle;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;

/**
 * Decides when all nodes know the sizes of all blocks: as {@link SkewAware} if a node would get more than its memory, else as {@link Decoupled}.
 * All nodes decide the same, because they know the same. Until then blocks wait as with {@link SkewAware}, whose exchange does all: with a
 * plan that gives nothing away it sends what {@link Decoupled} sends. Stateless.
 */
final class Automatic implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.AUTO;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new HeldExchange(spec, places, false);
    }
}
