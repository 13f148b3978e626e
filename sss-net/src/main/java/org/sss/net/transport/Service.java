package org.sss.net.transport;

import org.sss.api.SssException;

/** What answers the streams that peers open at a listener. Thread-safe. */
@FunctionalInterface
public interface Service {
    /**
     * A peer opened a stream. Same threading rule as {@link StreamHandler}.
     *
     * @throws SssException told to the peer as its {@link StreamHandler#onError}
     */
    StreamHandler open(String verb, byte[] header, Stream stream);
}
