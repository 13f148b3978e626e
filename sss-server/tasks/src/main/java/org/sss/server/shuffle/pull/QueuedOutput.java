package org.sss.server.shuffle.pull;

import java.time.Duration;
import org.sss.net.block.BlockSum;
import org.sss.net.control.Locations;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.ThreadTimes;
import org.sss.net.data.PutSession;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.pull.PullFrames.Origin;

/**
 * The output of one attempt for one group. Blocks for this node go to its data server, those for others to the queues
 * from which they are pulled. For the task's thread.
 */
final class QueuedOutput implements ShuffleOutput {
    /** Time for the data server to write its queue: some MiB. */
    private static final Duration STORE_TIMEOUT = Duration.ofMinutes(5);

    private final int self;
    private final Locations locations;
    private final Origin origin;
    private final PutSession session;
    private final TargetQueue[] queues;
    /** What was sent to each other node; null if nothing. */
    private final BlockSum[] sent;

    private boolean finished;

    /**
     * @param session to this node's data server
     * @param queues  by node; null for this one
     */
    QueuedOutput(int self, Locations locations, Origin origin, PutSession session, TargetQueue[] queues) {
        this.self = self;
        this.locations = locations;
        this.origin = origin;
        this.session = session;
        this.queues = queues;
        sent = new BlockSum[queues.length];
    }

    @Override
    public void send(int subgroup, int sequence, byte[] block, int length) {
        int node = locations.owner(subgroup);
        if (node == self) {
            session.send(subgroup, sequence, block, length);
            return;
        }
        if (sent[node] == null) {
            sent[node] = new BlockSum();
        }
        queues[node].add(origin, subgroup, sequence, block, length);
        sent[node].add(block, 0);
    }

    /**
     * Waits until this node's data server has its blocks. The other nodes compare theirs with the totals that they
     * pull.
     */
    @Override
    public void finish(long tuples, long dataBytes) {
        long ownTuples = tuples;
        long ownBytes = dataBytes;
        for (BlockSum sum : sent) {
            ownTuples -= sum == null ? 0 : sum.tuples();
            ownBytes -= sum == null ? 0 : sum.dataBytes();
        }
        session.finish(STORE_TIMEOUT, ownTuples, ownBytes);
        for (int node = 0; node < sent.length; node++) {
            if (sent[node] != null) {
                queues[node].ended(origin, sent[node].tuples(), sent[node].dataBytes());
            }
        }
        finished = true;
    }

    @Override
    public ThreadTimes.Phase waited() {
        return session.waited();
    }

    @Override
    public ShuffleTimes times() {
        return null; // the node reports them
    }

    @Override
    public void close() {
        if (finished) {
            return;
        }
        for (int node = 0; node < sent.length; node++) {
            if (sent[node] != null) {
                queues[node].failed(origin);
            }
        }
        session.close();
    }
}
