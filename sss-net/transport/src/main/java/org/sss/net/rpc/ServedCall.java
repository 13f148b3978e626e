package org.sss.net.rpc;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.PeerLimit;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.Message;
import org.sss.net.transport.OutOfMemory;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;

/** The service's side of one call: callbacks collect the request, a thread of the executor handles it. */
final class ServedCall<Q, R> implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ServedCall.class);
    private static final LimitedLog FAILED = new LimitedLog(LOG, "calls that failed");

    private final String verb;
    private final Class<Q> requestType;
    private final RpcHandler<Q, R> handler;
    private final Executor executor;
    private final Stream stream;
    private final PeerLimit calls;
    private final RequestMemory memory;
    /** The request, if it has a value: the caller is in this process. */
    private final Message header;

    private Body request;

    /** @param calls limit of concurrent calls */
    ServedCall(
            String verb,
            Class<Q> requestType,
            RpcHandler<Q, R> handler,
            Executor executor,
            PeerLimit calls,
            RequestMemory memory,
            Stream stream,
            Message header) {
        this.verb = verb;
        this.requestType = requestType;
        this.handler = handler;
        this.executor = executor;
        this.calls = calls;
        this.memory = memory;
        this.stream = stream;
        this.header = header;
        this.request = new Body("the request of '" + verb + "'");
    }

    @Override
    public void onData(ByteBuf data) {
        try {
            int bytes = request.add(data);
            memory.hold(bytes);
            stream.grant(bytes);
        } catch (SssException e) {
            stream.fail(e);
            memory.free();
        }
    }

    @Override
    public void onEnd(Message trailer) {
        Message received = header.value() == null ? request.message() : header;
        request = null;
        try {
            calls.take(stream.peer(), 1);
        } catch (SssException e) {
            memory.free();
            stream.fail(e);
            return;
        }
        try {
            executor.execute(() -> serveAndFree(received));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            calls.free(stream.peer(), 1);
            memory.free();
            stream.fail(new SssException(
                    ErrorCode.OVERLOADED,
                    "call '" + verb + "' was refused: the node has too many calls to serve"
                            + " or too few threads, or is stopping; try again later",
                    e));
        }
    }

    @Override
    public void onError(SssException error) {
        memory.free();
        LOG.debug("The caller of '{}' is gone: {}", verb, error.getMessage());
    }

    private void serveAndFree(Message received) {
        try {
            serve(received);
        } finally {
            calls.free(stream.peer(), 1);
        }
    }

    private void serve(Message received) {
        Message response;
        try {
            Q value = parse(received);
            response = Body.of(handler.handle(value), "the response of '" + verb + "'");
        } catch (SssException e) {
            stream.fail(e);
            return;
        } catch (Throwable t) {
            MemoryErrors.report(t);
            FAILED.error(stream.peer(), "Call '{}' failed", verb, t);
            stream.fail(
                    OutOfMemory.isOfThreads(t)
                            ? Work.refused(t, "call '" + verb + "'")
                            : SssException.of(t, "call '" + verb + "' failed"));
            return;
        }
        send(response);
    }

    private Q parse(Message received) {
        try {
            return Json.read(received, requestType, "the request of '" + verb + "'");
        } finally {
            memory.free();
        }
    }

    private void send(Message response) {
        try {
            if (stream.isLocal() && response.value() != null) {
                stream.end(response);
                return;
            }
            byte[] content = response.bytes();
            for (int offset = 0; offset < content.length; offset += Body.MAX_FRAME_BYTES) {
                stream.send(Body.frame(content, offset));
            }
            stream.end(Message.EMPTY);
        } catch (SssException e) {
            LOG.debug("The response of '{}' was not taken", verb, e);
            stream.fail(e);
        }
    }
}
