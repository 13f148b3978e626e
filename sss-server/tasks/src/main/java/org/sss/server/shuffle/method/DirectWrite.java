package org.sss.server.shuffle.method;

import java.time.Duration;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.ThreadTimes;
import org.sss.net.data.PutSession;

/**
 * Writes each block to the data server that owns its subgroup as soon as it is full: map and shuffle overlap, and
 * nothing is stored at the sender (AIST 2011). For the task's thread.
 */
final class DirectWrite implements ShuffleOutput {
    /** Time for the data servers to write their queues: some MiB for each task. */
    private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(5);

    private final int self;
    private final PutSession session;

    DirectWrite(int self, PutSession session) {
        this.self = self;
        this.session = session;
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
