package org.sss.server.shuffle.relocation;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;

/**
 * As {@link SkewAware}, but what does not fit into the memory of a node is stored in files that all nodes share (Tsukuba 2019, On-Disk).
 * Stateless.
 */
public final class OnDisk implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.ON_DISK;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new RelocationExchange(spec, places, true);
    }
}
