package org.sss.net.transport;

import org.sss.api.SssException;

/** Answers the streams that peers open at a listener. Thread-safe. */
@FunctionalInterface
public interface Service {
    /**
     * A peer opened a stream. Same threading rule as {@link StreamHandler}.
     *
     * @throws SssException reported to the peer by its {@link StreamHandler#onError}
     */
    StreamHandler open(String verb, Message header, Stream stream);
}
