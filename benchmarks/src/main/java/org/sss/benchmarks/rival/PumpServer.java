package org.sss.benchmarks.rival;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The server process of {@link Pump}: prints its port and serves until it is killed. */
final class PumpServer implements PumpEnd.Owner {
    static final String PORT = "port ";

    private PumpServer() {
    }

    public static void main(String[] args) throws InterruptedException {
        ServerBootstrap bootstrap = PumpIo.unpaced(new ServerBootstrap()).group(PumpIo.group()).channel(PumpIo.serverChannel())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, PumpIo.WATER_MARK)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, PumpIo.receiveBuffers())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new PumpEnd(new PumpServer()));
                    }
                });
        Channel listening = bootstrap.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).sync().channel();
        System.out.println(PORT + ((InetSocketAddress) listening.localAddress()).getPort());
        listening.closeFuture().sync();
    }

    @Override
    public void received(PumpEnd end) {
        end.send(1);
    }

    @Override
    public void requested(PumpEnd end, boolean takes, long bytes) {
        if (takes) {
            end.expect(bytes);
        } else {
            end.send(bytes);
        }
    }

    @Override
    public void failed(Throwable cause) {
        // The client has gone, and tells its user why.
    }
}
