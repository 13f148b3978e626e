package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

class ClusterLinkTest {
    private static final NodeAddress ADDRESS = new NodeAddress("node", 1);
    private static final ClusterMap MAP =
            new ClusterMap("c", 1, List.of(new NodeInfo(0, ADDRESS, new NodeAddress("data", 1))), 1);
    /** As when the jobs of a node have all its processors. */
    private static final long BUSY_MILLIS = 3_000;

    @Tag("heavy")
    @Test
    void waitsForABusyNode() {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (LocalTransport transport = new LocalTransport()) {
            transport.listen(
                    ADDRESS, new RpcService(executor).on(ServerVerbs.CLUSTER, Nothing.class, nothing -> afterAWhile()));
            try (ClusterLink link = new ClusterLink(transport, ADDRESS)) {
                assertThat(link.map()).isEqualTo(MAP);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void silentNodeIsNotReportedAsMissing() {
        try (LocalTransport transport = new LocalTransport()) {
            transport.listen(ADDRESS, new Acceptor());
            SssException silent = error(transport);
            assertThat(silent.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(silent)
                    .hasMessageContaining("the node at node:1 is running, but does not answer")
                    .hasMessageNotContaining("start one");
        }
    }

    @Test
    void missingNodeIsReportedAtOnceWithTheCommandThatStartsOne() {
        try (LocalTransport transport = new LocalTransport()) {
            SssException missing = error(transport);
            assertThat(missing.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
            assertThat(missing)
                    .hasMessageContaining("no SSS node answers at node:1")
                    .hasMessageContaining("cluster start --nodes 1");
        }
    }

    @Test
    void nodeWithoutItsCoordinatorIsNotReportedAsMissing() {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (LocalTransport transport = new LocalTransport()) {
            transport.listen(ADDRESS, new RpcService(executor).on(ServerVerbs.CLUSTER, Nothing.class, nothing -> {
                        throw new SssException(ErrorCode.NODE_UNREACHABLE, "node 1 has not reached the coordinator");
                    }));
            assertThat(error(transport))
                    .hasMessageContaining("node 1 has not reached")
                    .hasMessageNotContaining("start one");
        } finally {
            executor.shutdownNow();
        }
    }

    /** As when a listener closes a connection that it has accepted. */
    @Test
    void connectsAgainIfTheConnectionIsLostBeforeTheFirstAnswer() {
        ExecutorService executor = Executors.newCachedThreadPool();
        AtomicInteger opened = new AtomicInteger();
        RpcService service = new RpcService(executor).on(ServerVerbs.CLUSTER, Nothing.class, nothing -> MAP);
        try (LocalTransport transport = new LocalTransport()) {
            AtomicReference<Transport.Listener> listener = new AtomicReference<>();
            Service lossy = (verb, header, stream) -> {
                if (opened.incrementAndGet() == 1) {
                    listener.get().close();
                    listener.set(transport.listen(ADDRESS, service));
                }
                return service.open(verb, header, stream);
            };
            listener.set(transport.listen(ADDRESS, lossy));
            try (ClusterLink link = new ClusterLink(transport, ADDRESS)) {
                assertThat(link.map()).isEqualTo(MAP);
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(opened).hasValue(1);
    }

    private static SssException error(LocalTransport transport) {
        return catchThrowableOfType(
                SssException.class, () -> new ClusterLink(transport, ADDRESS, Duration.ofMillis(100)));
    }

    private static ClusterMap afterAWhile() {
        try {
            new CountDownLatch(1).await(BUSY_MILLIS, TimeUnit.MILLISECONDS);
            return MAP;
        } catch (InterruptedException e) {
            throw SssException.of(e, "answering");
        }
    }

    @Test
    void anotherVersionIsWorthAWarning() {
        assertThat(ClusterLink.versionWarning("0.1.0", ADDRESS, "0.2.0"))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("This client is SSS 0.1.0", ADDRESS + " is SSS 0.2.0"));
        assertThat(ClusterLink.versionWarning("0.1.0", ADDRESS, "0.1.0")).isEmpty();
        assertThat(ClusterLink.versionWarning("0.1.0", ADDRESS, null)).isEmpty();
    }
}
