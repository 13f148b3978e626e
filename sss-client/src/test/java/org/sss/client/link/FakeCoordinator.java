package org.sss.client.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/**
 * Accepts any group, records how its writing ended, and answers a commit as configured; reports any workflow once as
 * RUNNING, or twice as SUCCEEDED. Its nodes have no data servers except those of {@link #data}. Thread-safe.
 */
public final class FakeCoordinator implements AutoCloseable {
    private static final NodeAddress ADDRESS = new NodeAddress("coordinator", 1);

    /** Answers to a commit: an error, or the loss of the connection. */
    public enum Commits {
        REFUSED,
        LOST
    }

    /** {@code "end"}, {@code "abort"}, or the message of the error by which the writer cancelled. */
    final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    public volatile Commits commits = Commits.REFUSED;
    /** Whether workflows have ended. */
    public volatile boolean endsWorkflows;
    /** What was sent to followers. */
    public final Queue<ByteBuf> reports = new ConcurrentLinkedQueue<>();
    /** Whether an abort is answered. */
    public volatile boolean answersAborts = true;

    private final LocalTransport transport = new LocalTransport();
    private final ClusterMap map;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Transport.Listener listener;

    public FakeCoordinator() {
        this(1);
    }

    /** With as many subgroups as nodes. */
    public FakeCoordinator(int nodes) {
        map = new ClusterMap(
                "c",
                1,
                IntStream.range(0, nodes)
                        .mapToObj(i -> new NodeInfo(
                                i,
                                i == 0 ? ADDRESS : new NodeAddress("server-" + i, 1),
                                new NodeAddress("data-" + i, 1)))
                        .toList(),
                nodes);
        listener = transport.listen(
                ADDRESS,
                new RpcService(executor)
                        .on(ServerVerbs.CLUSTER, Nothing.class, nothing -> map)
                        .onStream(
                                ServerVerbs.WORKFLOW_FOLLOW,
                                (header, stream) -> new Following(
                                        Json.read(header, Name.class, "workflow")
                                                .name(),
                                        stream))
                        .onStream(
                                ServerVerbs.GROUP_WRITE,
                                (header, stream) -> new Write(Json.read(header, NewGroup.class, "group"), stream)));
    }

    public ClusterLink link() {
        return new ClusterLink(transport, ADDRESS);
    }

    /** Starts a data server of a node. */
    public void data(int node, Service server) {
        transport.listen(map.nodes().get(node).data(), server);
    }

    /** Closes all connections to it. */
    public void lose() {
        listener.close();
    }

    /** Returns how the next writer ended, see {@link #ends}; null if none ends within 20 s. */
    public String awaitEnd() throws InterruptedException {
        return ends.poll(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        transport.close();
        executor.shutdownNow();
    }

    private final class Following implements StreamHandler {
        Following(String id, Stream stream) {
            WorkflowStatus.State state = endsWorkflows ? WorkflowStatus.State.SUCCEEDED : WorkflowStatus.State.RUNNING;
            WorkflowStatus status = new WorkflowStatus(id, "test", state, List.of(), null, 1, 0);
            executor.execute(() -> report(status, stream));
        }

        private void report(WorkflowStatus status, Stream stream) {
            send(status, stream);
            if (endsWorkflows) {
                send(status, stream);
                stream.end(new byte[0]);
            }
        }

        private void send(WorkflowStatus status, Stream stream) {
            ByteBuf report = Unpooled.wrappedBuffer(Json.write(status));
            reports.add(report);
            stream.send(report);
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {}

        @Override
        public void onError(SssException error) {}
    }

    private final class Write implements StreamHandler {
        private final Stream stream;

        Write(NewGroup group, Stream stream) {
            this.stream = stream;
            GroupInfo writing = new GroupInfo(
                    GroupKey.of(1),
                    group.name(),
                    GroupInfo.State.WRITING,
                    new GroupFormat(
                            group.format().keyType(), group.format().valueType(), true, Compression.NONE, false),
                    new GroupOrigin(0, "test"),
                    GroupInfo.Content.NONE);
            executor.execute(() -> stream.send(Unpooled.wrappedBuffer(Json.write(writing))));
        }

        @Override
        public void onData(ByteBuf data) {
            int bytes = data.readableBytes();
            data.release();
            stream.grant(bytes);
        }

        @Override
        public void onEnd(Message trailer) {
            if (Json.read(trailer, Attempts.class, "attempts").attempts() == null) {
                ends.add("abort");
                if (answersAborts) {
                    executor.execute(() -> stream.end(new byte[0]));
                }
                return;
            }
            ends.add("end");
            executor.execute(
                    commits == Commits.LOST
                            ? listener::close
                            : () -> stream.fail(new SssException(ErrorCode.STORAGE, "the disk is full")));
        }

        @Override
        public void onError(SssException error) {
            ends.add(error.getMessage());
        }
    }
}
