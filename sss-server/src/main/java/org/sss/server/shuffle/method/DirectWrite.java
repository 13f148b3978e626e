package org.sss.server.shuffle.method;

import java.time.Duration;
import java.util.function.Function;
import org.sss.api.TupleGroup;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.ThreadTimes;
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

    private final int self;
    private final PutSession session;

    private DirectWrite(int self, Function<NodeAddress, Connection> connections, ClusterMap cluster, DataVerbs.Put header) {
        this.self = self;
        session = new PutSession(connections, cluster, header);
    }

    /**
     * @param self   the number of this node
     * @param output index among the outputs of the job
     * @param group  that output
     */
    public static DirectWrite open(int self, Function<NodeAddress, Connection> connections, TaskSpec spec, int output, TupleGroup<?, ?> group) {
        return new DirectWrite(self, connections, spec.cluster(), header(spec, output, group));
    }

    public static DataVerbs.Put header(TaskSpec spec, int output, TupleGroup<?, ?> group) {
        return new DataVerbs.Put(spec.key(spec.outputs().outputGroups().get(output)), spec.attemptId(), group.temporary(), true).inMemory(group.memory());
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
    public ThreadTimes.Phase waited() {
        return session.waited();
    }

    @Override
    public ShuffleTimes times() {
        return session.sentToOthers(self);
    }

    @Override
    public void close() {
        session.close();
    }
}
