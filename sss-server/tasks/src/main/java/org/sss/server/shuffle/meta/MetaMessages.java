package org.sss.server.shuffle.meta;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Sends messages with meta-blocks to other nodes, and buffers those of others until they are awaited: a node can send
 * before its receiver awaits anything. Thread-safe.
 */
public final class MetaMessages implements AutoCloseable {
    private final ShuffleSpec spec;
    private final int self;
    private final Function<NodeAddress, Connection> connections;
    private final Duration timeout;
    private final Map<Slot, CompletableFuture<Message>> slots = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Slot(int node, int number) {}

    private record Message(byte[] content, Runnable free) {}

    /** @param timeout of a message, and of a wait for one */
    public MetaMessages(ShuffleSpec spec, int self, Function<NodeAddress, Connection> connections, Duration timeout) {
        this.spec = spec;
        this.self = self;
        this.connections = connections;
        this.timeout = timeout;
    }

    /**
     * Returns meta-blocks of this node that fit into messages with those of all nodes: fewer, with {@link
     * MetaBlock#ALL}, if they are many.
     */
    public List<MetaBlock> fitting(List<MetaBlock> blocks) {
        return MetaFormat.within(
                blocks.stream().sorted(MetaBlock.ORDER).toList(),
                MetaFormat.MAX_BYTES / cluster().nodes().size() - 1024);
    }

    ClusterMap cluster() {
        return spec.cluster();
    }

    /**
     * Waits until the other node has the message.
     *
     * @param number of the message, among those from this node to the other
     * @throws SssException naming both nodes
     */
    public void send(int node, int number, SortedMap<Integer, NodeSizes> sizes) {
        byte[] content = MetaFormat.encode(sizes);
        try {
            MetaSender.send(
                    connections.apply(cluster().node(node).server()),
                    new ShuffleMeta(spec.key(), self, number),
                    content,
                    timeout);
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    "node " + self + " cannot send meta-blocks to node " + node + " (message " + number + "): "
                            + e.getMessage(),
                    e,
                    e.remoteTrace());
        }
    }

    /**
     * Waits for a message of another node.
     *
     * @return by their sender
     * @throws SssException naming both nodes; {@link ErrorCode#TIMEOUT}
     */
    public SortedMap<Integer, NodeSizes> await(int node, int number) {
        Slot slot = new Slot(node, number);
        String what = "node " + self + " waits for meta-blocks of node " + node + " (message " + number + ")";
        try {
            Message message = slot(slot).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            message.free.run();
            return MetaFormat.decode(message.content, MetaFormat.Shape.of(spec));
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    what + ", which has sent nothing for " + timeout.toMillis()
                            + " ms: it is stuck, or waits for another node itself; see its log (net.stallTimeout)",
                    e);
        } catch (ExecutionException e) {
            throw SssException.of(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, what + " and was interrupted", e);
        } catch (SssException e) {
            throw new SssException(e.code(), what + ": " + e.getMessage(), e);
        } finally {
            slots.remove(slot);
        }
    }

    private CompletableFuture<Message> slot(Slot slot) {
        CompletableFuture<Message> future = slots.computeIfAbsent(slot, s -> new CompletableFuture<>());
        if (closed) {
            future.completeExceptionally(ended());
        }
        return future;
    }

    private SssException ended() {
        return SssException.withoutTrace(ErrorCode.CLOSED, spec.key() + " has ended at node " + self);
    }

    /**
     * Buffers a message of another node. Does not block.
     *
     * @param free runs when the message is no longer buffered; not if this throws. Idempotent
     * @throws SssException if it cannot be one that this node waits for
     */
    public void receive(ShuffleMeta header, byte[] content, Runnable free) {
        int nodes = cluster().nodes().size();
        if (header.node() < 0 || header.node() >= nodes || header.node() == self) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "node " + self + " got meta-blocks of node " + header.node() + ", which cannot be");
        }
        if (slots.size() >= 2 * nodes) {
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    "node " + self + " has " + slots.size() + " messages with meta-blocks that it does not need yet");
        }
        CompletableFuture<Message> slot = slot(new Slot(header.node(), header.number()));
        if (!slot.complete(new Message(content, free))) {
            throw closed
                    ? ended()
                    : new SssException(
                            ErrorCode.ALREADY_EXISTS,
                            "node " + self + " has message " + header.number() + " of node " + header.node()
                                    + " already");
        }
        if (closed) {
            free.run(); // close() may have missed it
        }
    }

    /** Frees all messages, some perhaps twice; waits fail. Idempotent. */
    @Override
    public void close() {
        closed = true;
        slots.values().forEach(slot -> slot.completeExceptionally(ended()));
        slots.values().stream()
                .filter(slot -> !slot.isCompletedExceptionally())
                .map(CompletableFuture::join)
                .forEach(message -> message.free.run());
        slots.clear();
    }
}
