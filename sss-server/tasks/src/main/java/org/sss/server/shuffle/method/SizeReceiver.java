package org.sss.server.shuffle.method;

import org.sss.net.control.ShuffleMeta;

/** Receives the sizes of the blocks of other nodes. Thread-safe. */
public interface SizeReceiver {
    /**
     * Takes a message of another node. Does not block.
     *
     * @param free runs when the content is no longer needed; not if this throws
     */
    void receive(ShuffleMeta header, byte[] content, Runnable free);
}
