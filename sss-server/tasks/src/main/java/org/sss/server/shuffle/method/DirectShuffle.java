package org.sss.server.shuffle.method;

import org.sss.api.Shuffle;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.data.PutSession;

/**
 * The method without steps: each block goes to the data server that owns its subgroup as soon as it is full, while the
 * tasks run (AIST 2011). The coordinator does not ask nodes to take part in it. Thread-safe.
 */
public record DirectShuffle(ClusterMap cluster, ShuffleContext context) implements NodeShuffle {
    @Override
    public ShuffleOutput output(int output, DataVerbs.Put header) {
        return new DirectWrite(context.node(), new PutSession(context.connections(), cluster, header));
    }

    @Override
    public void run(ShuffleStep step) {
        throw NodeShuffle.unknown(Shuffle.DIRECT.methodName(), step);
    }

    @Override
    public long moved() {
        return 0;
    }

    /** Each output has its own. */
    @Override
    public ShuffleTimes times() {
        return ShuffleTimes.NONE;
    }

    /** Outputs are closed by their tasks. */
    @Override
    public void close() {}
}
