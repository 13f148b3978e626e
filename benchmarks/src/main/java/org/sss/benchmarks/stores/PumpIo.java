package org.sss.benchmarks.stores;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.sss.net.transport.tcp.Pacing;
import org.sss.net.transport.tcp.ReadBuffers;

/** How both ends of the pump use sockets: epoll where there is one. Stateless. */
final class PumpIo {
    static final int FRAME_BYTES = 32 << 10;
    /** So that several frames go to the kernel with one call. */
    static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(4 * FRAME_BYTES, 8 * FRAME_BYTES);
    private static final int MOST_RECEIVED_BYTES = 256 << 10;

    private PumpIo() {
    }

    /** @return {@code bootstrap}, whose sockets are paced no more than those of SSS */
    static <B extends AbstractBootstrap<B, ?>> B unpaced(B bootstrap) {
        if (Epoll.isAvailable()) {
            Pacing.omit(bootstrap);
        }
        return bootstrap;
    }

    static RecvByteBufAllocator receiveBuffers() {
        return new ReadBuffers(FRAME_BYTES, 2 * FRAME_BYTES, MOST_RECEIVED_BYTES);
    }

    /** One thread for each processor, as both ends share them. */
    static EventLoopGroup group() {
        int threads = Runtime.getRuntime().availableProcessors();
        return new MultiThreadIoEventLoopGroup(threads,
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    static Class<? extends ServerSocketChannel> serverChannel() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    static Class<? extends SocketChannel> channel() {
        return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
    }
}
