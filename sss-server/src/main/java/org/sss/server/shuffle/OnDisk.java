package org.sss.server.shuffle;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;

/**
 * As {@link SkewAware}, but what does not fit into the memory of a node is stored in files that all nodes share (Tsukuba 2019, On-Disk).
 * Stateless.
 */
final class OnDisk implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.ON_DISK;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new HeldExchange(spec, places, true);
    }
}
