package org.sss.server.shuffle;

import java.time.Duration;
import java.util.function.Function;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.data.PutSession;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Writes each block to the data server that owns its subgroup as soon as it is full: map and shuffle overlap, and
 * nothing is stored at the sender (AIST 2011). For the task's thread.
 */
public final class DirectWrite implements ShuffleOutput {
    /** Time for the data servers to write their queues: some MiB for each task. */
    private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(5);

    private final PutSession session;

    public DirectWrite(Function<NodeAddress, Connection> connections, ClusterMap cluster, DataVerbs.Put header) {
        session = new PutSession(connections, cluster, header);
    }

    @Override
    public void send(int subgroup, int sequence, byte[] block, int length) {
        session.send(subgroup, sequence, block, length);
    }

    @Override
    public void finish(long tuples, long dataBytes) {
        session.finish(FINISH_TIMEOUT, tuples, dataBytes);
    }

    @Override
    public void close() {
        session.close();
    }
}
