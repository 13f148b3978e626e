package org.sss.http.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** One request and its answer. Used by one thread at a time. */
final class Exchange implements Response {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Channel channel;
    private final HandlerPool pool;
    private final Duration stall;
    private final Consumer<After> whenDone;
    private final HttpHeaders headers = Headers.defaults();
    private boolean isHead;
    private boolean keepsAlive;
    private boolean isChunked;
    private boolean isAnswered;
    private BodyStream stream;

    /** What happens to the connection after the answer. */
    enum After {
        NEXT_REQUEST,
        EVENTS,
        CLOSE
    }

    /** @param whenDone called on the event loop once the answer was sent, or events start */
    Exchange(Channel channel, HandlerPool pool, Duration stall, Consumer<After> whenDone) {
        this.channel = channel;
        this.pool = pool;
        this.stall = stall;
        this.whenDone = whenDone;
    }

    /** The request that is answered; without it the connection closes after the answer. */
    Exchange answering(HttpMessage request, boolean isHeadRequest) {
        isHead = isHeadRequest;
        keepsAlive = HttpUtil.isKeepAlive(request);
        isChunked = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        return this;
    }

    /** The rest of the request is not read, so nothing can follow it. */
    Exchange closing() {
        keepsAlive = false;
        return this;
    }

    /** Calls {@code handler} on this thread. */
    void run(Handler handler, Request request) {
        try {
            handler.handle(request, this);
            end();
        } catch (Throwable t) {
            fail(t);
        } finally {
            if (stream != null) {
                pool.freeStream();
            }
        }
    }

    private void end() throws IOException {
        if (!isAnswered) {
            throw new IllegalStateException("the handler has sent no answer");
        }
        if (stream != null) {
            stream.close();
            finish(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
        }
    }

    /** An answer that was not sent whole must not look so. */
    private void abort() {
        if (!isHead) {
            channel.close();
        }
    }

    /** Answers with an error; closes the connection if an answer has started. */
    void fail(Throwable thrown) {
        if (isAnswered) {
            LOG.debug("An answer ends too early", thrown);
            abort();
        } else if (thrown instanceof StatusException known) {
            send(known.problem());
        } else if (thrown instanceof SssException known && known.code() != ErrorCode.INTERNAL) {
            send(Problem.of(known));
        } else {
            LOG.error("A request failed", thrown);
            send(Problem.of(SssException.of(thrown, "answering the request")));
        }
    }

    private void send(Problem problem) {
        if (problem.code() == ErrorCode.UNAUTHENTICATED) {
            headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        headers.set(HttpHeaderNames.CACHE_CONTROL, Headers.NO_STORE);
        isAnswered = true;
        finish(write(problem.status(), Problem.TYPE, problem.json()));
    }

    @Override
    public void header(String name, String value) {
        headers.set(name, value);
    }

    @Override
    public void send(int status, String type, byte[] body) {
        start();
        try {
            pool.takeBytes(body.length);
        } catch (SssException e) {
            isAnswered = false;
            throw e;
        }
        ChannelFuture written = write(status, type, body);
        written.addListener(done -> pool.freeBytes(body.length));
        finish(written);
    }

    private ChannelFuture write(int status, String type, byte[] body) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
        prepare(response, type);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return channel.writeAndFlush(response);
    }

    @Override
    public OutputStream stream(String type, String fileName) throws IOException {
        start();
        try {
            pool.takeStream();
        } catch (SssException e) {
            isAnswered = false;
            throw e;
        }
        if (fileName != null) {
            headers.set(
                    HttpHeaderNames.CONTENT_DISPOSITION,
                    "attachment; filename*=UTF-8''"
                            + URLEncoder.encode(fileName, StandardCharsets.UTF_8)
                                    .replace("+", "%20"));
        }
        BodyStream opened = new BodyStream(channel, stall);
        stream = opened;
        startBody(type);
        return opened;
    }

    @Override
    public Events events() throws IOException {
        start();
        startBody("text/event-stream");
        channel.eventLoop().execute(() -> whenDone.accept(After.EVENTS));
        return new EventStream(channel);
    }

    private void startBody(String type) throws IOException {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        keepsAlive &= isChunked;
        prepare(response, type);
        HttpUtil.setTransferEncodingChunked(response, isChunked);
        channel.writeAndFlush(response);
        if (isHead) {
            finish(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
            throw new IOException("the client wants no body");
        }
    }

    private void start() {
        if (isAnswered) {
            throw new IllegalStateException("the request is answered");
        }
        isAnswered = true;
    }

    private void prepare(HttpResponse response, String type) {
        response.headers().add(headers);
        if (!type.isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (!keepsAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }

    private void finish(ChannelFuture written) {
        After after = keepsAlive ? After.NEXT_REQUEST : After.CLOSE;
        written.addListener(done -> {
            if (done.isSuccess()) {
                whenDone.accept(after);
            } else {
                channel.close();
            }
        });
    }
}
