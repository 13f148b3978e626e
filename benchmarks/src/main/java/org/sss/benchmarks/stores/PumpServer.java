package org.sss.benchmarks.stores;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The server process of {@link Pump}: prints its port and serves until it is killed. */
final class PumpServer implements PumpEnd.Owner {
    static final String PORT = "port ";

    private final File file; // null if it has none

    private PumpServer(File file) {
        this.file = file;
    }

    /** @param args the file whose bytes it gives, or nothing */
    public static void main(String[] args) throws InterruptedException {
        PumpServer server = new PumpServer(args.length == 0 ? null : new File(args[0]));
        ServerBootstrap bootstrap = PumpIo.unpaced(new ServerBootstrap()).group(PumpIo.group()).channel(PumpIo.serverChannel())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, PumpIo.WATER_MARK)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, PumpIo.receiveBuffers())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new PumpEnd(server));
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
    public void requested(PumpEnd end, PumpEnd.Kind kind, long bytes, long from) {
        switch (kind) {
            case GIVE -> end.send(bytes);
            case TAKE -> end.expect(bytes);
            case GIVE_FILE -> end.sendFile(file, from, bytes);
        }
    }

    @Override
    public void failed(Throwable cause) {
        // The client has gone, and tells its user why.
    }
}
