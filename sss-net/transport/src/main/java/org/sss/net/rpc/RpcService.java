package org.sss.net.rpc;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.transport.Message;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * A service composed of verbs: calls with JSON bodies, whose handlers run on an executor, and raw streams. Verbs may
 * be added while it serves. Checks that the role of the peer allows the verb. Buffers large requests that are not
 * parsed yet, up to a sixteenth of the heap and at most 256 MiB, and as many bytes of small ones. The streams of all
 * peers, and of each peer, are limited: see {@link PeerLimit}. Thread-safe.
 */
public final class RpcService implements Service {
    /** Maximum number of concurrent calls; one connection may have seven eighths of them. */
    public static final int MAX_CALLS = 256;
    /** Assembling a request takes up to three times its size. Enough for one of the largest and some others. */
    private static final long MAX_REQUEST_MEMORY_BYTES = Math.max(
            Body.MAX_BYTES + Body.MAX_BYTES / 2,
            Math.min(16L * Body.MAX_BYTES, Runtime.getRuntime().maxMemory() / 16));
    /** A stream without content takes about a kilobyte. */
    private static final long MAX_STREAMS =
            Math.max(16_384, Math.min(65_536, Runtime.getRuntime().maxMemory() / 4096));

    private final Executor executor;
    private final PeerLimit streams = new PeerLimit("streams open", MAX_STREAMS);
    private final PeerLimit calls = new PeerLimit("calls to serve", MAX_CALLS, MAX_CALLS - MAX_CALLS / 8);
    private final PeerLimit small = requests("bytes of small requests under way");
    private final PeerLimit large = requests("bytes of large requests under way");
    private final Map<String, Served> verbs = new ConcurrentSkipListMap<>();

    private volatile CallListener listener;

    private record Served(Verb verb, StreamVerb handler, boolean isCall) {}

    private static PeerLimit requests(String what) {
        return new PeerLimit(what, MAX_REQUEST_MEMORY_BYTES, Math.max(Body.MAX_BYTES, MAX_REQUEST_MEMORY_BYTES / 2));
    }

    /** @param executor runs handlers; when it rejects one, the caller gets {@link ErrorCode#OVERLOADED} */
    public RpcService(Executor executor) {
        this.executor = executor;
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} if the verb has a handler already */
    public <Q, R> RpcService on(Verb verb, Class<Q> requestType, RpcHandler<Q, R> handler) {
        return onCall(
                verb,
                (header, stream) -> new ServedCall<>(
                        verb.name(),
                        requestType,
                        heard(verb, stream, handler),
                        executor,
                        calls,
                        memory(stream),
                        stream,
                        header));
    }

    /**
     * As {@link #on}, for a handler that checks what its caller may do.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if the verb has a handler already
     */
    public <Q, R> RpcService onCaller(Verb verb, Class<Q> requestType, CallerHandler<Q, R> handler) {
        return onCall(verb, (header, stream) -> {
            Principal caller = stream.peer().principal();
            return new ServedCall<>(
                    verb.name(),
                    requestType,
                    heard(verb, stream, request -> handler.handle(request, caller)),
                    executor,
                    calls,
                    memory(stream),
                    stream,
                    header);
        });
    }

    /** Sets who hears of calls and streams. */
    public void heardBy(CallListener heardBy) {
        listener = heardBy;
    }

    private <Q, R> RpcHandler<Q, R> heard(Verb verb, Stream stream, RpcHandler<Q, R> handler) {
        CallListener known = listener;
        if (known == null || !known.wants(verb)) {
            return handler;
        }
        return request -> {
            try {
                R answer = handler.handle(request);
                known.answered(verb, stream.peer(), request, null);
                return answer;
            } catch (RuntimeException e) {
                known.answered(verb, stream.peer(), request, SssException.of(e, "call '" + verb + "' failed"));
                throw e;
            }
        };
    }

    /**
     * Returns memory for data that {@code stream} collects, counted like the request of a call. The caller frees it.
     */
    public RequestMemory memory(Stream stream) {
        return new RequestMemory(small, large, stream.peer());
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} if the verb has a handler already */
    public RpcService onStream(Verb verb, StreamVerb handler) {
        return add(new Served(verb, handler, false));
    }

    private RpcService onCall(Verb verb, StreamVerb handler) {
        return add(new Served(verb, handler, true));
    }

    private RpcService add(Served served) {
        Verb verb = served.verb();
        if (verbs.putIfAbsent(verb.name(), served) != null) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, "verb '" + verb + "' has a handler already");
        }
        return this;
    }

    @Override
    public StreamHandler open(String verb, Message header, Stream stream) {
        Served served = verbs.get(verb);
        if (served == null) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "verb '" + verb + "' is unknown here; known are " + verbs.keySet()
                            + "; do both sides run the same version?");
        }
        Principal caller = stream.peer().principal();
        if (caller == null) {
            throw Unauthenticated.noToken();
        }
        try {
            caller.check(verb, served.verb().role(), served.verb().ofGroups());
            if (stream.peer() != Peer.THIS_PROCESS) {
                stream.hold(streams, 1);
            }
            StreamHandler opened = served.handler().open(header, stream);
            if (!served.isCall()) {
                report(served.verb(), header, stream, null);
            }
            return opened;
        } catch (SssException e) {
            report(served.verb(), header, stream, e);
            throw e;
        }
    }

    /** The calls that it serves. */
    public PeerLimit calls() {
        return calls;
    }

    /** The streams that are open, those of calls included. */
    public PeerLimit streams() {
        return streams;
    }

    /** The memory of small requests that are not parsed yet. */
    public PeerLimit smallRequests() {
        return small;
    }

    /** The memory of large requests that are not parsed yet. */
    public PeerLimit largeRequests() {
        return large;
    }

    private void report(Verb verb, Message header, Stream stream, SssException error) {
        CallListener known = listener;
        if (known != null && (error != null || known.wants(verb))) {
            known.opened(verb, stream.peer(), header, error);
        }
    }
}
