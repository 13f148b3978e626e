package org.sss.net.rpc;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * A service put together from verbs: calls with JSON bodies, whose handlers run on an executor, and raw streams. Verbs may
 * be added while it serves. Holds at most a sixteenth of the heap, and 256 MiB, of large requests that are not parsed yet, and
 * as much of small ones. Thread-safe.
 */
public final class RpcService implements Service {
    /** A request takes up to three times its size while it is put together. */
    private static final long MAX_HELD_BYTES = Math.max(Body.MAX_BYTES,
            Math.min(16L * Body.MAX_BYTES, Runtime.getRuntime().maxMemory() / 16));

    private final Executor executor;
    private final RequestBudget small = new RequestBudget(MAX_HELD_BYTES);
    private final RequestBudget large = new RequestBudget(MAX_HELD_BYTES);
    private final Map<String, StreamVerb> verbs = new ConcurrentSkipListMap<>();

    /** @param executor runs handlers; when it rejects one, the caller gets {@link ErrorCode#OVERLOADED} */
    public RpcService(Executor executor) {
        this.executor = executor;
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} when the verb is there already */
    public <Q, R> RpcService on(String verb, Class<Q> requestType, RpcHandler<Q, R> handler) {
        return onStream(verb, (header, stream) -> new ServedCall<>(verb, requestType, handler, executor, memory(verb), stream));
    }

    /** For what a stream of {@code verb} collects, as if it were the request of a call; free it in the end. */
    public RequestMemory memory(String verb) {
        return new RequestMemory(small, large, verb);
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} when the verb is there already */
    public RpcService onStream(String verb, StreamVerb handler) {
        if (verbs.putIfAbsent(verb, handler) != null) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, "verb '" + verb + "' has a handler already");
        }
        return this;
    }

    @Override
    public StreamHandler open(String verb, byte[] header, Stream stream) {
        StreamVerb handler = verbs.get(verb);
        if (handler == null) {
            throw new SssException(ErrorCode.PROTOCOL, "verb '" + verb + "' is unknown here; known are "
                    + verbs.keySet() + "; do both sides run the same version?");
        }
        return handler.open(header, stream);
    }
}
