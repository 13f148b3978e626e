package org.sss.server.shuffle.meta;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/** Nodes of a cluster that exchange meta-blocks, in this process. */
final class MetaBed implements AutoCloseable {
    static final int SUBGROUPS_PER_NODE = 3;

    private final Transport transport = new LocalTransport();
    private final Connections connections = new Connections(transport, Duration.ofSeconds(5));
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Transport.Listener> listeners = new ArrayList<>();
    final ShuffleSpec spec;
    final List<MetaMessages> nodes;

    MetaBed(int nodeCount, Duration timeout) {
        spec = spec(nodeCount);
        nodes = IntStream.range(0, nodeCount)
                .mapToObj(node -> new MetaMessages(spec, node, connections::to, timeout))
                .toList();
        nodes.forEach(this::listen);
    }

    /** With one output. */
    static ShuffleSpec spec(int nodeCount) {
        List<NodeInfo> infos = IntStream.range(0, nodeCount)
                .mapToObj(node -> new NodeInfo(node, new NodeAddress("h" + node, 1), new NodeAddress("h" + node, 2)))
                .toList();
        return new ShuffleSpec(
                new ShuffleKey("wf-1/count", 8),
                "dsa",
                List.of(new ShuffleSpec.Output(GroupKey.of(8), false, false)),
                0,
                new ClusterMap("c", 1, infos, nodeCount * SUBGROUPS_PER_NODE));
    }

    private void listen(MetaMessages messages) {
        RpcService service = new RpcService(executor);
        service.onStream(
                ServerVerbs.SHUFFLE_META,
                (header, stream) -> new MetaReceiver(
                        stream,
                        service.memory(stream),
                        (content, free) ->
                                messages.receive(Json.read(header, ShuffleMeta.class, "header"), content, free)));
        listeners.add(transport.listen(new NodeAddress("h" + listeners.size(), 1), service));
    }

    /** Stops a node: others cannot reach it, and it sends nothing. */
    void stop(int node) {
        listeners.get(node).close();
        nodes.get(node).close();
    }

    @Override
    public void close() {
        nodes.forEach(MetaMessages::close);
        connections.close();
        transport.close();
        executor.shutdownNow();
    }
}
