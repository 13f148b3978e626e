package org.sss.server.shuffle.relocation;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;
import org.sss.server.shuffle.staged.Decoupled;

/**
 * As {@link Decoupled}; when a node would get more than its memory, parts of its subgroups are stored in the memory of other nodes until they
 * are read (Tsukuba 2019, DSA with Skew-Aware Meta-Shuffle). Stateless.
 */
public final class SkewAware implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.DSA_SMS;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new RelocationExchange(spec, places, false);
    }
}
