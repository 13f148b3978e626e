package org.sss.server.shuffle.method;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;

/**
 * A node's side of the shuffle of one run of a job; of some methods it is also a {@link BlockServer}, {@link
 * SizeReceiver} or {@link Relocator}. Thread-safe, except {@link #run}: one step at a time.
 */
public interface NodeShuffle extends AutoCloseable {
    /**
     * Opens the output of one attempt of a task for one group.
     *
     * @param output index among the outputs of the job
     * @throws SssException {@link ErrorCode#CLOSED} after {@link #close}
     */
    ShuffleOutput output(int output, DataVerbs.Put header);

    /**
     * Takes a step; may block. Interrupted when the shuffle ends early.
     *
     * @throws SssException naming the nodes and the step; {@link ErrorCode#PROTOCOL} for a step that the method does
     *     not have
     */
    void run(ShuffleStep step);

    /** A number that changes whenever a block moves. */
    long moved();

    /** The times so far, without the wait for other nodes. */
    ShuffleTimes times();

    /** Discards everything that is not stored. Idempotent; also called while a step runs. */
    @Override
    void close();

    /** The error for a step that the method does not have. */
    static SssException unknown(String method, ShuffleStep step) {
        return new SssException(
                ErrorCode.PROTOCOL,
                "the shuffle method '" + method + "' has no step '" + step.name()
                        + "'; do all nodes run the same version?");
    }
}
