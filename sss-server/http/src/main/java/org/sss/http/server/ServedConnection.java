package org.sss.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;

/**
 * One connection of a client: a request after the other. Belongs to the event loop. The handler before this one passes
 * nothing on while the connection does not read.
 *
 * <pre>
 *   HEAD --checks of site and caller--> BODY --whole--> ANSWER --sent--> HEAD
 *     |                                   |                |
 *     +-------- refused, unread rest -----+--> IGNORE      +--> EVENTS until one side closes
 * </pre>
 */
final class ServedConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);
    private static final LimitedLog REFUSED = new LimitedLog(LOG, "HTTP requests that were refused");
    /** For the client to read the answer to a request that it is still sending. */
    private static final long LINGER_MILLIS = 1_000;

    private enum State {
        HEAD,
        BODY,
        ANSWER,
        EVENTS,
        IGNORE
    }

    private final Service service;
    private final Channel channel;
    /** Of another machine, or null. */
    private final String address;

    private State state = State.HEAD;
    private Future<?> deadline;
    private Principal caller;
    /** Of the current request. */
    private Request head;

    private Handler handler;
    private Exchange exchange;
    private ByteArrayOutputStream body;
    /** Counted by the pool. */
    private int bodyBytes;

    /** What all connections of a listener share. */
    record Service(Routes routes, Gate gate, SiteCheck sites, Limits limits, HandlerPool pool, OpenConnections open) {}

    ServedConnection(Service service, Channel channel, String address) {
        this.service = service;
        this.channel = channel;
        this.address = address;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        startDeadline();
        channel.closeFuture().addListener(done -> closed());
    }

    private void closed() {
        deadline.cancel(false);
        service.pool().freeBytes(bodyBytes);
        bodyBytes = 0;
        service.open().remove(channel, address, caller);
    }

    /** For the whole of the next request. */
    private void startDeadline() {
        deadline = channel.eventLoop()
                .schedule(
                        () -> {
                            channel.close();
                        },
                        service.limits().idle().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        if (state == State.HEAD && message instanceof HttpRequest request) {
            startRequest(request);
        } else if (state == State.BODY && message instanceof HttpContent content) {
            receive(content);
        } else if (state == State.EVENTS) {
            channel.close(); // nothing may follow the request of a stream
        }
    }

    private void startRequest(HttpRequest request) {
        state = State.BODY;
        exchange = new Exchange(channel, service.pool(), service.limits().stall(), this::answered);
        try {
            head = RequestHead.of(request, address);
            exchange.answering(request, head.method().equals("HEAD"));
            Route route = service.routes().find(head);
            handler = route.handler();
            service.sites().check(head, route.isOpen());
            checkLength(HttpUtil.getContentLength(request, 0L));
            boolean isExpected = HttpUtil.is100ContinueExpected(request);
            if (route.isOpen()) {
                admitted(isExpected);
            } else {
                admit(route, isExpected);
            }
        } catch (RuntimeException e) {
            refuse(e);
        }
    }

    private static void checkLength(long length) {
        if (length > Limits.MAX_BODY_BYTES) {
            throw tooLarge();
        }
    }

    private static StatusException tooLarge() {
        return new StatusException(
                413, ErrorCode.TOO_LARGE, "the body has more than " + (Limits.MAX_BODY_BYTES >> 10) + " KiB");
    }

    private void admit(Route route, boolean isExpected) {
        channel.config().setAutoRead(false);
        service.gate().caller(head).whenComplete((found, error) -> {
            if (channel.eventLoop().inEventLoop()) {
                admitted(route, isExpected, found, error);
            } else {
                channel.eventLoop().execute(() -> admitted(route, isExpected, found, error));
            }
        });
    }

    private void admitted(Route route, boolean isExpected, Principal found, Throwable error) {
        if (!channel.isActive()) {
            return; // its share was freed
        }
        try {
            if (error != null) {
                throw SssException.of(error, "finding the caller");
            }
            service.open().prove(channel, caller, found);
            caller = found;
            head = head.of(found);
            found.check(head.method() + " /" + String.join("/", route.prefix()), route.role(), true);
            admitted(isExpected);
        } catch (RuntimeException e) {
            refuse(e);
        }
    }

    private void admitted(boolean isExpected) {
        if (isExpected) {
            channel.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
        body = new ByteArrayOutputStream(0);
        channel.config().setAutoRead(true);
    }

    private void receive(HttpContent content) {
        try {
            if (content.decoderResult().isFailure()) {
                throw new StatusException(400, ErrorCode.INVALID_ARGUMENT, "the body is damaged");
            }
            int count = content.content().readableBytes();
            checkLength((long) body.size() + count);
            service.pool().takeBytes(count);
            bodyBytes += count;
            content.content().readBytes(body, count);
            if (content instanceof LastHttpContent) {
                answer();
            }
        } catch (IOException | RuntimeException e) {
            refuse(e);
        }
    }

    private void answer() {
        state = State.ANSWER;
        deadline.cancel(false);
        channel.config().setAutoRead(false);
        Exchange answering = exchange;
        Handler called = handler;
        Request request = head.with(body.toByteArray());
        body = null;
        try {
            service.pool().execute(() -> answering.run(called, request));
        } catch (SssException e) {
            answering.fail(e);
        }
    }

    /** Answers a request of which a rest may come. */
    private void refuse(Throwable why) {
        if (why instanceof SssException e
                && (e.code() == ErrorCode.UNAUTHENTICATED || e.code() == ErrorCode.FORBIDDEN)) {
            Peer peer = Peer.unauthenticated((InetSocketAddress) channel.remoteAddress());
            REFUSED.warn(peer, "Refusing a request of HTTP from {}: {}", peer, e.getMessage());
        }
        state = State.IGNORE;
        channel.config().setAutoRead(true);
        exchange.closing().fail(why);
    }

    /** The answer was sent. */
    private void answered(Exchange.After after) {
        service.pool().freeBytes(bodyBytes);
        bodyBytes = 0;
        if (after == Exchange.After.EVENTS) {
            state = State.EVENTS;
            channel.config().setAutoRead(true); // to notice the end of the client
        } else if (after == Exchange.After.NEXT_REQUEST) {
            state = State.HEAD;
            startDeadline();
            channel.config().setAutoRead(true);
        } else if (state == State.IGNORE) {
            channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            channel.close();
        }
    }

    /** Nothing was written for a while. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent && channel.unsafe().outboundBuffer().totalPendingWriteBytes() > 0) {
            channel.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("Closing the connection of {}", address, cause);
        channel.close();
    }
}
