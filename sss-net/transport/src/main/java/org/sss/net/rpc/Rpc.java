package org.sss.net.rpc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;

/** Calls of an {@link RpcService}. Request and response are JSON of at most 16 MiB, see {@link Json}. Thread-safe. */
public final class Rpc {
    /** Of a request or a response. */
    public static final int MAX_BODY_BYTES = Body.MAX_BYTES;

    private Rpc() {}

    /**
     * Calls and waits for the response. Not for event loops.
     *
     * @return null if the handler returned null
     * @throws SssException what the handler threw, with its stack trace as text; {@link ErrorCode#TIMEOUT} with verb
     *     and peer if there was no response within {@code timeout}; {@link ErrorCode#PROTOCOL} for an unknown verb;
     *     {@link ErrorCode#NODE_UNREACHABLE} if the connection is lost
     */
    public static <R> R call(
            Connection connection, Verb verb, Object request, Class<R> responseType, Duration timeout) {
        Callbacks.forbidWaiting("Rpc.call");
        String what = describe(connection, verb);
        Semaphore writable = new Semaphore(0);
        RpcCall call = new RpcCall(what, Body.of(request, "the request of " + what), writable::release);
        call.answer().whenComplete((bytes, error) -> writable.release());
        call.open(connection, verb.name());
        try {
            return Json.readOrNull(await(call, writable, timeout, what), responseType, "the response of " + what);
        } finally {
            call.cancel(abandoned(what));
        }
    }

    /**
     * The same without waiting. The future fails with an {@link SssException}; it and its dependents are completed
     * on the common pool.
     *
     * @throws SssException if the call cannot start: connection closed, request too large
     */
    public static <R> CompletableFuture<R> callAsync(
            Connection connection, Verb verb, Object request, Class<R> responseType, Duration timeout) {
        String what = describe(connection, verb);
        RpcCall[] call = new RpcCall[1];
        call[0] = new RpcCall(
                what,
                Body.of(request, "the request of " + what),
                () -> ForkJoinPool.commonPool().execute(call[0]::sendRest));
        call[0].open(connection, verb.name());
        call[0].sendRest();
        return call[0].answer()
                .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(
                        (response, error) -> {
                            call[0].cancel(abandoned(what));
                            if (error != null) {
                                throw error instanceof TimeoutException
                                        ? timeout(what, timeout)
                                        : SssException.of(error, what);
                            }
                            return Json.readOrNull(response, responseType, "the response of " + what);
                        },
                        ForkJoinPool.commonPool());
    }

    /**
     * The same for callers with their own deadline: completing the future cancels the call. Responses must be small,
     * since the future and its dependents are completed in a transport callback.
     *
     * @throws SssException as {@link #callAsync}
     */
    public static <R> CompletableFuture<R> start(
            Connection connection, Verb verb, Object request, Class<R> responseType) {
        return startEncoded(connection, verb, encoded(verb, request), responseType);
    }

    /**
     * Encodes a request for {@link #startEncoded}, so that calls to many peers share the bytes.
     *
     * @throws SssException if it is too large
     */
    public static Message encoded(Verb verb, Object request) {
        return Body.of(request, "the request of call '" + verb + "'");
    }

    /**
     * As {@link #start}.
     *
     * @param request must not change until the call has ended
     */
    public static <R> CompletableFuture<R> startEncoded(
            Connection connection, Verb verb, Message request, Class<R> responseType) {
        String what = describe(connection, verb);
        RpcCall[] call = new RpcCall[1];
        call[0] = new RpcCall(what, request, () -> call[0].sendRest());
        CompletableFuture<R> result = new CompletableFuture<>();
        result.whenComplete((response, error) -> call[0].cancel(abandoned(what)));
        call[0].answer().whenComplete((response, error) -> complete(result, response, error, responseType, what));
        call[0].open(connection, verb.name());
        call[0].sendRest();
        return result;
    }

    private static <R> void complete(
            CompletableFuture<R> result, Message response, Throwable error, Class<R> responseType, String what) {
        try {
            if (error != null) {
                throw SssException.of(error, what);
            }
            result.complete(Json.readOrNull(response, responseType, "the response of " + what));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private static Message await(RpcCall call, Semaphore writable, Duration timeout, String what) {
        long startNanos = System.nanoTime();
        try {
            while (!call.sendRest()) {
                if (!writable.tryAcquire(left(timeout, startNanos), TimeUnit.NANOSECONDS)) {
                    throw timeout(what, timeout);
                }
            }
            return call.answer().get(left(timeout, startNanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw timeout(what, timeout);
        } catch (ExecutionException e) {
            SssException error = SssException.of(e, what);
            throw new SssException(error.code(), error.getMessage(), error, error.remoteTrace());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, what + " was interrupted", e);
        }
    }

    private static long left(Duration timeout, long startNanos) {
        return timeout.toNanos() - (System.nanoTime() - startNanos);
    }

    private static String describe(Connection connection, Verb verb) {
        return "call '" + verb + "' to " + connection.peer();
    }

    /** Ends the stream of an abandoned call. Has no effect after a complete response. */
    private static SssException abandoned(String what) {
        return SssException.withoutTrace(ErrorCode.CANCELLED, what + " was abandoned by its caller");
    }

    private static SssException timeout(String what, Duration timeout) {
        return new SssException(ErrorCode.TIMEOUT, what + " had no response within " + timeout.toMillis() + " ms");
    }
}
