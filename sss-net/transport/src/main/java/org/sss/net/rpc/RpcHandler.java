package org.sss.net.rpc;

/** Answers the calls of one verb. Called by many threads at once. */
@FunctionalInterface
public interface RpcHandler<Q, R> {
    /** Exceptions are reported to the caller; a {@link org.sss.api.SssException} as it is, others as INTERNAL. */
    R handle(Q request) throws Exception;
}
