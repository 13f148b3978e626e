package org.sss.net.rpc;

import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.Message;

/** Hears of calls that a service has answered, and of streams that it has opened or refused. Thread-safe. */
public interface CallListener {
    /** Returns whether calls of this verb are of interest; asked for each call. */
    boolean wants(Verb verb);

    /**
     * A call was answered, on the thread that has answered it.
     *
     * @param error null if it has succeeded
     */
    void answered(Verb verb, Peer peer, Object request, SssException error);

    /**
     * A stream was opened, or one of any verb was refused, on an event loop.
     *
     * @param header of the stream; that of a call is empty
     * @param error  null if it was opened
     */
    void opened(Verb verb, Peer peer, Message header, SssException error);
}
