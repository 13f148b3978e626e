package org.sss.net.rpc;

import org.sss.net.peer.Principal;

/** Answers the calls of one verb, depending on who calls. Called by many threads at once. */
@FunctionalInterface
public interface CallerHandler<Q, R> {
    /** Exceptions are reported to the caller; a {@link org.sss.api.SssException} as it is, others as INTERNAL. */
    R handle(Q request, Principal caller) throws Exception;
}
