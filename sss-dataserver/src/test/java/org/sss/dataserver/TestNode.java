package org.sss.dataserver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.group.GroupListener;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/** A data server with a transport, with a connection to it. */
public final class TestNode implements AutoCloseable {
    /** Without waiting for the disk. */
    public static final DataServerConfig CONFIG =
            DataServerConfig.defaults().withDurability(DataServerConfig.Durability.NONE);

    /** Nothing is held in memory: each block goes to its file as it comes. */
    public static final DataServerConfig UNHELD = CONFIG.withMemoryBytes(0);

    private static final Function<NodeAddress, Connection> NO_PEERS = address -> {
        throw new SssException(ErrorCode.NODE_UNREACHABLE, "no node");
    };

    private final Path directory;
    private final DataServer server;
    private final ExecutorService calls = Executors.newFixedThreadPool(4);
    private final Transport transport;
    private final Transport.Listener listener;
    private final Connection connection;

    private TestNode(Path directory, DataServer server, Transport transport, Function<NodeAddress, Connection> peers) {
        this.directory = directory;
        this.server = server;
        this.transport = transport;
        RpcService service = new RpcService(calls);
        server.register(service, GroupListener.NONE, peers);
        listener = transport.listen(new NodeAddress("127.0.0.1", 0), service);
        connection = connect();
    }

    public static TestNode open(Path directory) {
        return open(directory, CONFIG, LocalTransport::new);
    }

    public static TestNode open(Path directory, DataServerConfig config) {
        return open(directory, config, LocalTransport::new);
    }

    static TestNode open(Path directory, DataServerConfig config, Supplier<Transport> transport) {
        return new TestNode(directory, DataServer.open(directory, config), transport.get(), NO_PEERS);
    }

    /** A server that was opened by the test; it is closed with this. */
    static TestNode of(Path directory, DataServer server) {
        return of(directory, server, NO_PEERS);
    }

    /** As {@link #of(Path, DataServer)}, with connections to other data servers. */
    static TestNode of(Path directory, DataServer server, Function<NodeAddress, Connection> peers) {
        return new TestNode(directory, server, new LocalTransport(), peers);
    }

    public static AttemptId attempt(int source) {
        return new AttemptId("wf-1/job", source, 0);
    }

    /** Groups without identity. */
    public static List<GroupKey> keys(long... groups) {
        return LongStream.of(groups).mapToObj(GroupKey::of).toList();
    }

    public DataServer server() {
        return server;
    }

    /** Whether there are tuples that are not committed, in memory or in a file. */
    boolean hasUncommitted() {
        return server.memoryUsedBytes() > 0 || !DataFiles.temporary(directory).isEmpty();
    }

    public Connection connection() {
        return connection;
    }

    NodeAddress address() {
        return listener.address();
    }

    /** One more connection. */
    Connection connect() {
        return transport.connect(listener.address(), Duration.ofSeconds(10));
    }

    public PutClient openPut(long group, AttemptId attempt) {
        return new PutClient(connection, group, attempt);
    }

    public PutClient openPut(DataVerbs.Put put) {
        return new PutClient(connection, put);
    }

    /** Puts one run of one attempt and waits for the answer. */
    public Stored put(long group, AttemptId attempt, int subgroup, Tuples tuples) {
        return openPut(group, attempt).put(subgroup, 0, tuples).finish();
    }

    /** Puts and commits. */
    public Stored store(long group, int subgroup, Tuples tuples) {
        put(group, attempt(0), subgroup, tuples);
        return server.commit(GroupKey.of(group), List.of(attempt(0)));
    }

    public ScanClient openScan(Scan scan) {
        return new ScanClient(connection, scan);
    }

    /** All tuples of a subgroup, by a remote scan. */
    public Tuples scan(long group, int subgroup, boolean ordered) {
        return Tuples.readAll(openScan(new Scan(group, subgroup, ordered, null, null)));
    }

    /** All tuples of a subgroup, read in this JVM. */
    public Tuples read(long group, int subgroup) {
        return Tuples.readAll(server.merged(group, subgroup));
    }

    public <R> R call(Verb verb, Object request, Class<R> answer) {
        return Rpc.call(connection, verb, request, answer, PutClient.PATIENCE);
    }

    @Override
    public void close() {
        connection.close();
        listener.close();
        transport.close();
        server.close();
        calls.shutdown();
    }
}
