package org.sss.net.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.faults.Fault.Kind;
import org.sss.net.transport.NodeAddress;

/**
 * The faults of all links between some nodes, each direction by itself. Nodes use a {@link FaultyTransport} each.
 * Thread-safe.
 */
public final class LinkMatrix implements AutoCloseable {
    private static final long POLL_MILLIS = 5;

    private final Link[][] links;
    private final Duration silence;
    private final Duration stallTimeout;
    private final Set<FaultyConnection> connections = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, work -> {
        Thread thread = new Thread(work, "links");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * All links pass.
     *
     * @param silence      after which both ends notice that nothing arrives, as {@code net.idleTimeout}
     * @param stallTimeout of a sender, as {@code net.stallTimeout}
     */
    public LinkMatrix(int nodes, Duration silence, Duration stallTimeout) {
        this.silence = silence;
        this.stallTimeout = stallTimeout;
        links = IntStream.range(0, nodes)
                .mapToObj(from -> IntStream.range(0, nodes)
                        .mapToObj(to -> new Link(from, to))
                        .toArray(Link[]::new))
                .toArray(Link[][]::new);
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    public int nodes() {
        return links.length;
    }

    public Duration silence() {
        return silence;
    }

    /** Sets what the link does in this direction; a node's link to itself always passes. */
    public void set(int from, int to, Fault fault) {
        if (from != to) {
            Link link = link(from, to);
            link.set(fault);
            connections.stream().filter(one -> one.uses(link)).forEach(FaultyConnection::changed);
        }
    }

    /** Sets both directions. */
    public void setBoth(int one, int other, Fault fault) {
        set(one, other, fault);
        set(other, one, fault);
    }

    /** Sets all links of a node. */
    public void setAll(int node, Fault fault) {
        IntStream.range(0, nodes()).forEach(other -> setBoth(node, other, fault));
    }

    /** Breaks all connections between two nodes; new ones are possible. */
    public void reset(int one, int other) {
        connections.stream()
                .filter(connection -> connection.uses(link(one, other)))
                .forEach(FaultyConnection::reset);
    }

    /** All links pass. Connections that have lost something are reset. */
    public void heal() {
        IntStream.range(0, nodes()).forEach(node -> setAll(node, Fault.PASS));
    }

    /** The links that do not pass at once. */
    public List<String> faults() {
        return Arrays.stream(links)
                .flatMap(Arrays::stream)
                .filter(link -> !link.is(Kind.PASS))
                .map(Link::toString)
                .toList();
    }

    Link link(int from, int to) {
        return links[from][to];
    }

    Duration stallTimeout() {
        return stallTimeout;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    void later(Runnable work) {
        timer.schedule(work, silence.toMillis(), TimeUnit.MILLISECONDS);
    }

    void forget(FaultyConnection connection) {
        connections.remove(connection);
    }

    /** Makes a connection known, which may have been opened before a change of its links. */
    void add(FaultyConnection connection) {
        connections.add(connection);
        connection.changed();
        connection.onClose(connection::forgetIfOver);
    }

    /** Waits until a connection can be made. */
    void awaitConnect(int from, int to, NodeAddress address, Duration timeout) {
        Link there = link(from, to);
        Link back = link(to, from);
        long startNanos = System.nanoTime();
        pause(there.fault().delayNanos() + back.fault().delayNanos(), address);
        while (!there.fault().passes() || !back.fault().passes()) {
            if (there.is(Kind.REFUSE) || back.is(Kind.REFUSE)) {
                throw new SssException(
                        ErrorCode.NODE_UNREACHABLE,
                        "cannot reach " + address + ": connection refused; is the node running?");
            }
            long waited = System.nanoTime() - startNanos;
            boolean vanishes = there.is(Kind.BLACK_HOLE) || back.is(Kind.BLACK_HOLE);
            if (vanishes && waited > silence.toNanos() || waited > timeout.toNanos()) {
                throw new SssException(
                        vanishes ? ErrorCode.NODE_UNREACHABLE : ErrorCode.TIMEOUT,
                        "cannot reach " + address + ": no answer within " + TimeUnit.NANOSECONDS.toMillis(waited)
                                + " ms");
            }
            pause(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS), address);
        }
    }

    private static void pause(long nanos, NodeAddress address) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "connecting to " + address + " was interrupted", e);
        }
    }

    @Override
    public void close() {
        heal();
        timer.shutdownNow();
    }
}
