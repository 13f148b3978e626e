package org.sss.benchmarks.rival;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Pass;
import org.sss.benchmarks.store.JavaProcess;
import org.sss.benchmarks.store.Store;
import org.sss.benchmarks.workload.Records;

/**
 * What the loopback and Netty give when nothing is stored: as many bytes as the records have, over as many connections as there
 * are threads, to a process that counts and discards them, or from its memory. One thread calls.
 */
public final class Pump implements Store {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PASS_TIMEOUT = Duration.ofMinutes(30);
    private static final long POLL_MILLIS = 20;

    private final String name;
    private final JavaProcess process;
    private final EventLoopGroup group = PumpIo.group();
    private final List<Connection> connections = new ArrayList<>();

    public Pump(String name, Path directory, int connectionCount) throws Exception {
        this.name = name;
        process = new JavaProcess(null, directory.resolve(name + "-log"), PumpServer.class);
        try {
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
            for (int i = 0; i < connectionCount; i++) {
                connections.add(connect(server));
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private int port() throws InterruptedException, IOException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            String output = process.output();
            int port = output.indexOf(PumpServer.PORT);
            if (port >= 0 && output.endsWith("\n")) {
                return Integer.parseInt(output.substring(port + PumpServer.PORT.length()).lines().findFirst().orElseThrow());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new SssException(ErrorCode.INTERNAL, "the server of the pump did not start: " + process.output().strip());
    }

    private Connection connect(InetSocketAddress server) throws InterruptedException {
        Connection connection = new Connection();
        PumpIo.unpaced(new Bootstrap()).group(group).channel(PumpIo.channel()).option(ChannelOption.WRITE_BUFFER_WATER_MARK, PumpIo.WATER_MARK)
                .option(ChannelOption.RECVBUF_ALLOCATOR, PumpIo.receiveBuffers())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connection.channel = channel;
                        channel.pipeline().addLast(connection.end);
                    }
                }).connect(server).sync();
        return connection;
    }

    /** One connection; its fields are set before it is used, or on its event loop. */
    private static final class Connection implements PumpEnd.Owner {
        private final PumpEnd end = new PumpEnd(this);
        private volatile Channel channel;
        private volatile CompletableFuture<Void> done = new CompletableFuture<>();

        CompletableFuture<Void> run(boolean writes, long bytes) {
            CompletableFuture<Void> result = new CompletableFuture<>();
            done = result;
            channel.eventLoop().execute(() -> {
                end.expect(writes ? 1 : bytes);
                end.request(writes, bytes);
                if (writes) {
                    end.send(bytes);
                }
            });
            return result;
        }

        @Override
        public void received(PumpEnd from) {
            done.complete(null);
        }

        @Override
        public void requested(PumpEnd from, boolean takes, long bytes) {
            failed(new IllegalStateException("the server of the pump sent more than it was asked for"));
        }

        @Override
        public void failed(Throwable cause) {
            done.completeExceptionally(cause);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong serverPid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public boolean givesRecords() {
        return false;
    }

    @Override
    public Pass write(Records records) throws Exception {
        return run(true, records);
    }

    @Override
    public Pass read(Records records) throws Exception {
        return run(false, records);
    }

    private Pass run(boolean writes, Records records) throws Exception {
        long begin = System.nanoTime();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < connections.size(); i++) {
            long part = records.begin(i + 1, connections.size()) - records.begin(i, connections.size());
            if (part > 0) {
                running.add(connections.get(i).run(writes, part * (Records.KEY_BYTES + records.valueBytes())));
            }
        }
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).get(PASS_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        return new Pass(System.nanoTime() - begin, records.count(), 0, Latency.UNKNOWN);
    }

    @Override
    public long diskBytes() {
        return 0;
    }

    @Override
    public void drop() {
        // There is nothing.
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        process.close();
    }
}
