package org.sss.net.transport.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Work;
import org.sss.net.transport.tls.Tls;

/**
 * One attempt to connect and exchange prefaces. The network must answer within a few seconds, as the kernel of a busy
 * machine does; its program may take the whole timeout. Used by one thread, which blocks.
 */
final class Connector {
    /** Limit of the network's answer, unless the idle timeout of connections is longer. */
    private static final Duration NETWORK_TIMEOUT = Duration.ofSeconds(8);

    private final NodeAddress address;
    private final Duration timeout;
    private final TcpConfig config;
    private final SendMemory memory;
    private final TcpSecurity security;
    private final Tls tls;
    private final long startNanos = System.nanoTime();
    private volatile TcpConnection connection;

    Connector(NodeAddress address, Duration timeout, TcpConfig config, SendMemory memory) {
        this(address, timeout, config, memory, TcpSecurity.OFF, null);
    }

    /** @param tls or null */
    Connector(
            NodeAddress address, Duration timeout, TcpConfig config, SendMemory memory, TcpSecurity security, Tls tls) {
        this.security = security;
        this.tls = tls;
        this.address = address;
        this.timeout = timeout;
        this.config = config;
        this.memory = memory;
    }

    /** @throws SssException as {@link org.sss.net.transport.Transport#connect} */
    TcpConnection connect(Bootstrap bootstrap) {
        Callbacks.forbidWaiting("Transport.connect");
        ChannelFuture connected = bootstrap
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(Integer.MAX_VALUE, networkTimeout().toMillis()))
                .handler(initializer())
                .connect(resolve());
        boolean whole = false;
        try {
            awaitSocket(connected);
            awaitHandshake();
            whole = true;
            return connection;
        } finally {
            if (!whole && connected.cause() == null) { // otherwise Netty has closed the channel, if there was one
                connected.channel().close();
            }
        }
    }

    private InetSocketAddress resolve() {
        // Here rather than by Netty, which would look the name up on an event loop.
        InetSocketAddress target = new InetSocketAddress(address.host(), address.port());
        if (target.isUnresolved()) {
            throw unreachable("the host name is unknown", null);
        }
        return target;
    }

    private ChannelInitializer<SocketChannel> initializer() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                connection = Pipeline.connecting(
                        channel, address, config, memory, security, tls == null ? null : tls.client(channel.alloc()));
            }
        };
    }

    private void awaitSocket(ChannelFuture connected) {
        if (!Deadlines.isDone(
                connected, left(), "connecting to " + address)) { // Netty sees the end of the network's time late
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "cannot reach " + address + ": no connection within " + timeout.toMillis()
                            + " ms; this machine is overloaded");
        }
        if (!connected.isSuccess()) {
            throw Work.isRefusal(connected.cause())
                    ? Work.refused(connected.cause(), "connecting to " + address)
                    : unreachable(explain(connected.cause()), connected.cause());
        }
    }

    private void awaitHandshake() {
        try {
            connection.handshake().get(left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw refused(SssException.of(e, "preface of " + address));
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "cannot reach " + address + ": it accepted the connection but sent no preface within "
                            + timeout.toMillis()
                            + " ms; is that port a node of SSS? If it is, its machine or this one is overloaded, or "
                            + "its process is"
                            + " stopped",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "connecting to " + address + " was interrupted", e);
        }
    }

    /** Returns whether the listener has refused the attempt because it was made without TLS. */
    boolean isTlsRequired() {
        TcpConnection made = connection;
        return made != null && made.isTlsRequired();
    }

    /**
     * A peer that closes the connection during the handshake may be overloaded, so that another attempt may succeed.
     */
    private SssException refused(SssException reason) {
        if (connection.isLost()) {
            return new SssException(
                    ErrorCode.OVERLOADED,
                    "cannot connect to " + address + ": " + reason.getMessage() + " during the handshake; it"
                            + " may be overloaded, or it is not a node of SSS",
                    reason);
        }
        return new SssException(reason.code(), "cannot connect to " + address + ": " + reason.getMessage(), reason);
    }

    private SssException unreachable(String why, Throwable cause) {
        return new SssException(ErrorCode.NODE_UNREACHABLE, "cannot reach " + address + ": " + why, cause);
    }

    /** Netty appends the address to the message of the exception that it caught, which may be null. */
    private String explain(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = cause.getMessage() == null ? "" : cause.getMessage();
        if (message.contains("refused")) {
            return "connection refused; is the node running?";
        }
        if (cause instanceof ConnectTimeoutException) {
            return noAnswer();
        }
        if (cause instanceof NoRouteToHostException) {
            return "there is no route to its host (" + cause + ")";
        }
        if (message.contains("oo many open files")) {
            return AcceptErrors.explain(cause);
        }
        return message.isEmpty() ? "connecting failed with " + cause.getClass().getSimpleName() : message;
    }

    private String noAnswer() {
        return "no answer within " + networkTimeout().toMillis() + " ms";
    }

    private Duration networkTimeout() {
        Duration longest = config.idleTimeout().compareTo(NETWORK_TIMEOUT) > 0 ? config.idleTimeout() : NETWORK_TIMEOUT;
        return timeout.compareTo(longest) < 0 ? timeout : longest;
    }

    private Duration left() {
        return Deadlines.left(timeout, startNanos);
    }
}
