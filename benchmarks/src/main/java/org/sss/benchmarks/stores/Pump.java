package org.sss.benchmarks.stores;

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
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.engine.JavaProcess;
import org.sss.benchmarks.measure.Latency;

/**
 * What the loopback and Netty give when nothing is stored: as many bytes as the records have, over as many connections as there
 * are threads, to a process that counts and discards them, or from its memory. {@link #ofFile} is the same for data that lie in more memory
 * than one frame: a file with these bytes, of which the kernel of the server sends what is in the page cache. One thread calls.
 */
public final class Pump implements Store {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PASS_TIMEOUT = Duration.ofMinutes(30);
    private static final long POLL_MILLIS = 20;

    private final String name;
    private final PlainFile file; // null if the bytes come from memory
    private final JavaProcess process;
    private final EventLoopGroup group = PumpIo.group();
    private final List<Connection> connections = new ArrayList<>();

    private Pump(String name, PlainFile file, Path directory, int connectionCount) throws Exception {
        this.name = name;
        this.file = file;
        String[] arguments = file == null ? new String[0] : new String[] {file.path().toString()};
        process = new JavaProcess(null, directory.resolve(name + "-log"), PumpServer.class, arguments);
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

    public static Pump ofMemory(String name, Path directory, int connectionCount) throws Exception {
        return new Pump(name, null, directory, connectionCount);
    }

    /** Reading is measured only: writing is that of a plain file. */
    public static Pump ofFile(String name, Path directory, int connectionCount) throws Exception {
        return new Pump(name, new PlainFile(name, directory.resolve("data"), false), directory, connectionCount);
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

        CompletableFuture<Void> run(PumpEnd.Kind kind, long bytes, long from) {
            CompletableFuture<Void> result = new CompletableFuture<>();
            done = result;
            channel.eventLoop().execute(() -> {
                end.expect(kind == PumpEnd.Kind.TAKE ? 1 : bytes);
                end.request(kind, bytes, from);
                if (kind == PumpEnd.Kind.TAKE) {
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
        public void requested(PumpEnd end, PumpEnd.Kind kind, long bytes, long from) {
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
    public boolean measures(Mode mode) {
        return mode == Mode.READ || file == null && mode == Mode.WRITE;
    }

    @Override
    public boolean givesRecords() {
        return false;
    }

    @Override
    public Pass write(Records records) throws Exception {
        return file == null ? run(PumpEnd.Kind.TAKE, records) : file.write(records);
    }

    @Override
    public Pass read(Records records) throws Exception {
        return run(file == null ? PumpEnd.Kind.GIVE : PumpEnd.Kind.GIVE_FILE, records);
    }

    private Pass run(PumpEnd.Kind kind, Records records) throws Exception {
        long recordBytes = Records.KEY_BYTES + records.valueBytes();
        long begin = System.nanoTime();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < connections.size(); i++) {
            long first = records.begin(i, connections.size());
            long part = records.begin(i + 1, connections.size()) - first;
            if (part > 0) {
                running.add(connections.get(i).run(kind, part * recordBytes, first * recordBytes));
            }
        }
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).get(PASS_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        return new Pass(System.nanoTime() - begin, records.count(), 0, Latency.UNKNOWN);
    }

    @Override
    public long diskBytes() {
        return file == null ? 0 : file.diskBytes();
    }

    @Override
    public void drop() throws IOException {
        if (file != null) {
            file.drop();
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        process.close();
        if (file != null) {
            file.close();
        }
    }
}
