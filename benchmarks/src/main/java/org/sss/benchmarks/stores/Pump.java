package org.sss.benchmarks.stores;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.engine.HostLink;
import org.sss.benchmarks.engine.Launch;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Parallel;

/**
 * What the loopback gives when nothing is stored: as many bytes as the records have, over as many connections as there
 * are threads, to a process that counts and discards them, or from its memory. {@link #ofFile} is the same for data
 * that lie in more memory than one frame: a file with these bytes, of which the kernel of the server sends what is in
 * the page cache. One thread calls.
 */
public final class Pump implements Store {
    private final String name;
    private final PlainFile file; // null if the bytes come from memory
    private final HostLink<PumpServer> server;
    private final List<SocketChannel> connections = new ArrayList<>();

    private Pump(String name, PlainFile file, Path directory, int connectionCount) throws IOException {
        this.name = name;
        this.file = file;
        server = new HostLink<>(name, directory.resolve("server"), Launch.ofSuite(List.of()), PumpServer.class);
        try {
            String path = file == null ? null : file.path().toString();
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(),
                    server.ask(host -> host.start(path)));
            for (int i = 0; i < connectionCount; i++) {
                connections.add(SocketChannel.open(address));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    public static Pump ofMemory(String name, Path directory, int connectionCount) throws IOException {
        return new Pump(name, null, directory, connectionCount);
    }

    /** Reading is measured only: writing is that of a plain file. */
    public static Pump ofFile(String name, Path directory, int connectionCount) throws IOException {
        return new Pump(name, new PlainFile(name, directory.resolve("data"), false), directory, connectionCount);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong serverPid() {
        return OptionalLong.of(server.pid());
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
        return file == null ? run(PumpServer.Kind.TAKE, records) : file.write(records);
    }

    @Override
    public Pass read(Records records) throws Exception {
        return run(file == null ? PumpServer.Kind.GIVE : PumpServer.Kind.GIVE_FILE, records);
    }

    private Pass run(PumpServer.Kind kind, Records records) throws Exception {
        long recordBytes = Records.KEY_BYTES + records.valueBytes();
        Parallel.Outcome<Void> outcome = Parallel.run(connections.size(), i -> {
            long first = records.start(i, connections.size());
            long count = records.start(i + 1, connections.size()) - first;
            pump(connections.get(i), kind, count * recordBytes, first * recordBytes);
            return null;
        });
        return new Pass(System.nanoTime() - outcome.startNanos(), records.count(), 0, Latency.UNKNOWN);
    }

    private static void pump(SocketChannel connection, PumpServer.Kind kind, long bytes, long from) throws IOException {
        connection.write(ByteBuffer.allocate(PumpServer.REQUEST_BYTES).put((byte) kind.ordinal()).putLong(bytes)
                .putLong(from).flip());
        if (kind == PumpServer.Kind.TAKE) {
            PumpServer.send(connection, bytes);
        }
        PumpServer.discard(connection, kind == PumpServer.Kind.TAKE ? 1 : bytes);
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
    public void close() throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
        server.close();
        if (file != null) {
            file.close();
        }
    }
}
