package org.sss.server.shuffle.method;

import java.util.function.Consumer;
import org.sss.api.SssException;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** Sends blocks to the nodes that ask for them, while tasks run. Thread-safe. */
public interface BlockServer {
    /**
     * Sends blocks to another node. Does not block.
     *
     * @param node that asks
     */
    StreamHandler serve(int node, Stream stream);

    /** Sets what is called at most once if blocks cannot move. It does not block. */
    void onFailure(Consumer<SssException> callback);
}
