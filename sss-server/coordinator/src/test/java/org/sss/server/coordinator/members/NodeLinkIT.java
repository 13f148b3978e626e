package org.sss.server.coordinator.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.coordinator.StoredGroups;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.CoordinatorState.Persistence;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** Drops of groups when the coordinator fails, not the node. */
class NodeLinkIT {
    private static final NodeInfo NODE = new NodeInfo(0, new NodeAddress("node", 1), new NodeAddress("node", 2));
    private static final ClusterMap MAP = new ClusterMap("test", 1, List.of(NODE), 4);

    @TempDir
    Path directory;

    private final AtomicInteger connectFailures = new AtomicInteger();
    private final AtomicInteger missingThreads = new AtomicInteger();
    private final AtomicBoolean isDown = new AtomicBoolean();
    private final AtomicInteger attempts = new AtomicInteger();
    private final Set<Long> dropped = ConcurrentHashMap.newKeySet();
    /** The groups of the node. */
    private final Set<DataVerbs.StoredGroup> there = ConcurrentHashMap.newKeySet();

    private final Transport transport = new FailingTransport();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Executor executor = work -> {
        if (missingThreads.getAndDecrement() > 0) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        threads.execute(work);
    };
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private CoordinatorState state;
    private Connections connections;
    private Members members;
    private NodeLink link;
    /** The epoch of the newest coordinator that the node has served. */
    private final AtomicLong served = new AtomicLong(1);
    /** The start of node 0 that the node has served, or null. */
    private volatile String lastStart;

    /**
     * Fails connections to the data server, {@code connectFailures} times, and to the server while the node is down.
     */
    private final class FailingTransport implements Transport {
        private final Transport local = new LocalTransport();

        @Override
        public String name() {
            return local.name();
        }

        @Override
        public Listener listen(NodeAddress address, Service service) {
            return local.listen(address, service);
        }

        @Override
        public Connection connect(NodeAddress address, Duration timeout) {
            if (address.equals(NODE.server()) && isDown.get()) {
                attempts.incrementAndGet();
                throw new SssException(ErrorCode.NODE_UNREACHABLE, "as the test wants it");
            }
            if (address.equals(NODE.data()) && connectFailures.getAndDecrement() > 0) {
                throw new IllegalStateException("as the test wants it");
            }
            return local.connect(address, timeout);
        }

        @Override
        public void close() {
            local.close();
        }
    }

    @BeforeEach
    void open() {
        transport.listen(
                NODE.server(),
                new RpcService(threads)
                        .on(
                                ServerVerbs.NODE_SERVE,
                                ServerVerbs.Serve.class,
                                asked -> lastStart == null || lastStart.equals(asked.previous())
                                        ? new ServerVerbs.Served(
                                                asked.map().epoch() >= served.get(), served.get(), "test", MAP, null)
                                        : new ServerVerbs.Served(false, served.get(), "test", MAP, lastStart)));
        transport.listen(
                NODE.data(),
                new RpcService(threads)
                        .on(DataVerbs.LIST, Nothing.class, n -> new DataVerbs.StoredGroups(List.copyOf(there)))
                        .on(DataVerbs.DROP, DataVerbs.Drop.class, drop -> {
                            drop.groups().forEach(group -> dropped.add(group.id()));
                            return new Nothing();
                        }));
        state = CoordinatorState.open(directory, new Shape(1, 4, 4), Persistence.NONE, Clock.systemUTC(), group -> {});
        connections = new Connections(transport, Duration.ofSeconds(10));
        link = new NodeLink(
                NODE,
                members = new Members(MAP, new CoordinatorStarts("2f", Set.of("1f"), directory), connections, threads),
                state.catalog(),
                executor,
                timer);
    }

    @AfterEach
    void close() {
        link.close();
        connections.close();
        transport.close();
        timer.shutdownNow();
        threads.shutdownNow();
        state.close();
    }

    @Test
    void retriesDropAfterError() {
        connectFailures.set(1);
        link.drop(GroupKey.of(7));
        link.start();
        await().untilAsserted(() -> assertThat(dropped).contains(7L));
    }

    /** As after node 0 was restored from a backup on a machine with a slow clock. */
    @Test
    void raisesItsEpochAboveThatOfEarlierCoordinators() {
        served.set(17);
        link.start();
        link.drop(GroupKey.of(7));
        await().untilAsserted(() -> assertThat(dropped).contains(7L));
        assertThat(members.map().epoch()).isEqualTo(18);
    }

    @Test
    void namesThePreviousStartIfItsDirectoryKnowsIt() {
        lastStart = "1f";
        link.start();
        link.drop(GroupKey.of(7));
        await().untilAsserted(() -> assertThat(dropped).contains(7L));
    }

    @Test
    void sendsNothingToANodeThatHasServedAnUnknownStart() {
        lastStart = "3f";
        link.start();
        link.drop(GroupKey.of(7));
        await().untilAsserted(() -> assertThatThrownBy(() -> members.data(NODE))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("start 3f of node 0")
                .hasMessageContaining("cluster.replaces = 3f"));
        assertThat(dropped).isEmpty();
        lastStart = null;
        await().untilAsserted(() -> assertThat(dropped).contains(7L));
    }

    @Test
    void endsItsWorkWhenTheNodeServesANewerCoordinator() {
        link.start();
        link.drop(GroupKey.of(7));
        await().untilAsserted(() -> assertThat(dropped).contains(7L));
        served.set(17);
        connections.to(NODE.server()).close();
        await().untilAsserted(() -> assertThatThrownBy(() -> members.data(NODE))
                .hasMessageContaining("serves the one at test, which has started later"));
        assertThat(members.raiseAbove(1)).isFalse();
        assertThat(members.map().epoch()).isEqualTo(1);
    }

    @Test
    void linkWithoutThreadContinuesLater() {
        missingThreads.set(2);
        link.start();
        link.drop(GroupKey.of(7));
        await().untilAsserted(() -> assertThat(dropped).contains(7L));
    }

    @Test
    void dropsDoNotIncreaseRetriesOfStoppedNode() throws InterruptedException {
        isDown.set(true);
        link.start();
        long startedNanos = System.nanoTime();
        for (long group = 1; group <= 200; group++) {
            link.drop(GroupKey.of(group));
            Thread.sleep(5);
        }
        long retries = (System.nanoTime() - startedNanos) / 500_000_000;
        assertThat(attempts.get()).isBetween(1, (int) retries + 2);
        isDown.set(false);
        await().untilAsserted(() -> assertThat(dropped).hasSize(200));
    }

    /** A writer that started before the coordinator may send its first tuples after the node has joined. */
    @Test
    void findsLateDataOfDeadGroup() {
        GroupInfo late = state.catalog()
                .create(new NewGroup("late", "long", "long", false, false, "test", Compression.NONE), false);
        long dead = late.id();
        state.catalog().discard(dead);
        link.start();
        link.drop(GroupKey.of(1_000));
        await().untilAsserted(() -> assertThat(dropped).contains(1_000L));
        assertThat(dropped).doesNotContain(dead);
        there.addAll(StoredGroups.of(late));
        link.sweepAgain();
        await().untilAsserted(() -> assertThat(dropped).contains(dead));
    }
}
