package org.sss.server.shuffle.pull;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.method.ShufflePlaces;

/**
 * Each node pulls the blocks of its own subgroups from each other node while the tasks run (Tsukuba 2016, Fully-Connected). Stateless.
 *
 * <p>It cannot deadlock: a node that receives a block passes it to its own data server, and never waits until one of its own blocks is sent. So
 * each queue becomes empty while its receiver lives, and an empty queue takes a block even if no memory is free.
 */
public final class FullyConnected implements ShuffleMethod {
    @Override
    public Shuffle method() {
        return Shuffle.FULLY_CONNECTED;
    }

    @Override
    public NodeShuffle open(ShuffleSpec spec, ShufflePlaces places) {
        return new PullDuringMap(spec, places);
    }
}
