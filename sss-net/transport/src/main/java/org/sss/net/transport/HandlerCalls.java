package org.sss.net.transport;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.peer.LimitedLog;

/** Calls the handler of a stream and catches its exceptions. Used by the receiving thread only. */
final class HandlerCalls {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);
    private static final LimitedLog REFUSED = new LimitedLog(LOG, "streams that a handler ended");
    private static final LimitedLog FAILURES = new LimitedLog(LOG, "handlers of streams that threw");

    private final Stream stream;
    private final String name;
    private StreamHandler handler;

    /**
     * @param stream its own, whose peer log lines are about
     * @param handler null until {@link #accept}
     */
    HandlerCalls(Stream stream, String name, StreamHandler handler) {
        this.stream = stream;
        this.name = name;
        this.handler = handler;
    }

    /** Returns null, or the reason why there is no handler. */
    SssException accept(Service service, String verb, Message header) {
        try {
            handler = service.open(verb, header, stream);
            if (handler == null) {
                throw new IllegalStateException("the service returned no handler");
            }
            return null;
        } catch (SssException e) {
            return e;
        } catch (Throwable t) {
            MemoryErrors.report(t);
            FAILURES.error(stream.peer(), "Cannot open {}", name, t);
            return SssException.of(t, "cannot open " + name);
        }
    }

    /** Returns null, or the exception of the handler. */
    SssException call(Consumer<StreamHandler> callback) {
        try {
            callback.accept(handler);
            return null;
        } catch (SssException e) {
            REFUSED.warn(stream.peer(), "{} ends: {}", name, e.getMessage());
            return e;
        } catch (Throwable t) {
            MemoryErrors.report(t);
            FAILURES.error(stream.peer(), "A handler of {} threw, which ends the stream", name, t);
            return SssException.of(t, "a handler of " + name + " threw");
        }
    }

    /** Does nothing if the stream was lost before the service returned a handler. */
    void onError(SssException error) {
        try {
            if (handler != null) {
                handler.onError(error);
            }
        } catch (Throwable t) {
            MemoryErrors.report(t);
            FAILURES.error(stream.peer(), "A handler of {} threw in onError", name, t);
        }
    }
}
