package org.sss.net.rpc;

import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * Accepts the raw streams of one verb. Same threading rule as {@link StreamHandler}: it only passes work to other
 * threads.
 */
@FunctionalInterface
public interface StreamVerb {
    /** @throws org.sss.api.SssException reported to the peer by its {@link StreamHandler#onError} */
    StreamHandler open(Message header, Stream stream);
}
