package org.sss.server.shuffle.method;

import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.Relocations;

/** May store parts of an output elsewhere than at their owners. Thread-safe. */
public interface Relocator {
    /**
     * Does what must be done before the first task of the job starts; may block.
     *
     * @throws SssException naming this node
     */
    void prepare();

    /** The method that was chosen because of the sizes of the blocks; null if none is to be chosen, or not yet. */
    Shuffle chosen();

    /** What is stored elsewhere than at its owner, after the last step. */
    Relocations relocations();
}
