package org.sss.server.shuffle.method;

import org.sss.net.control.ThreadTimes;

/** Receives the blocks of runs. Called by the task's thread; may wait for the receiver. */
@FunctionalInterface
public interface RunSink {
    /**
     * Sends the block in {@code block[0, length)}; the array is reused after the call. Sequences start at 0 in each
     * subgroup.
     */
    void send(int subgroup, int sequence, byte[] block, int length);

    /** How long {@link #send} has waited until the receiver took more. */
    default ThreadTimes.Phase waited() {
        return ThreadTimes.Phase.NONE;
    }
}
