package org.sss.server.shuffle.method;

import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.Relocations;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** A node's part in the shuffle of one run of a job. Thread-safe, except {@link #run}: one step at a time. */
public interface NodeShuffle extends AutoCloseable {
    /**
     * Opens the output of one attempt of a task for one group.
     *
     * @param output index among the outputs of the job
     * @throws SssException {@link org.sss.api.ErrorCode#CLOSED} after {@link #close}
     */
    ShuffleOutput output(int output, DataVerbs.Put header);

    /**
     * Does what must be done before the first task of the job starts; may block. The default does nothing.
     *
     * @throws SssException naming this node
     */
    default void prepare() {
    }

    /**
     * Takes a step; may block. Interrupted when the shuffle ends early.
     *
     * @throws SssException naming the nodes and the step
     */
    void run(ShuffleStep step);

    /**
     * Takes a message of another node about the sizes of its blocks. Does not block. The default refuses it.
     *
     * @param free runs when the content is no longer needed; not if this throws
     */
    default void receive(ShuffleMeta header, byte[] content, Runnable free) {
        throw new SssException(ErrorCode.PROTOCOL, header.key() + " has no meta-blocks");
    }

    /** Sets what is called at most once if blocks cannot move while tasks run. It does not block. The default never calls it. */
    default void onFailure(Consumer<SssException> callback) {
    }

    /**
     * Sends blocks to another node, which asks for them. Does not block. The default refuses.
     *
     * @param node that asks
     */
    default StreamHandler serve(int node, Stream stream) {
        throw new SssException(ErrorCode.PROTOCOL, "node " + node + " asks for blocks, which are not pulled with this shuffle method");
    }

    /** A number that changes whenever a block moves. */
    long moved();

    /** The times so far, without the wait for other nodes. */
    ShuffleTimes times();

    /** The method that was chosen because of the sizes of the blocks; null if none is to be chosen, or not yet. */
    default Shuffle chosen() {
        return null;
    }

    /** What is stored elsewhere than at its owner, after the last step; null if nothing is. */
    default Relocations relocations() {
        return null;
    }

    /** Discards everything that is not stored. Idempotent; also called while a step runs. */
    @Override
    void close();
}
