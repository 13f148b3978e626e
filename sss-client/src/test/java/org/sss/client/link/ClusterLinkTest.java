package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;

class ClusterLinkTest {
    private static final NodeAddress ADDRESS = new NodeAddress("node", 1);
    private static final ClusterMap MAP = new ClusterMap("c", 1, List.of(new NodeInfo(0, ADDRESS, new NodeAddress("data", 1))), 1);
    /** As when the jobs of a node have all its processors. */
    private static final long BUSY_MILLIS = 3_000;

    @Tag("heavy")
    @Test
    void waitsForABusyNode() {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (LocalTransport transport = new LocalTransport()) {
            transport.listen(ADDRESS, new RpcService(executor).on(ServerVerbs.CLUSTER, Nothing.class, nothing -> afterAWhile()));
            try (ClusterLink link = new ClusterLink(transport, ADDRESS)) {
                assertThat(link.map()).isEqualTo(MAP);
            }
        } finally {
            executor.shutdownNow();
        }
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
        assertThat(ClusterLink.versionWarning("0.1.0", ADDRESS, "0.2.0")).hasValueSatisfying(
                text -> assertThat(text).contains("This client is SSS 0.1.0", ADDRESS + " is SSS 0.2.0"));
        assertThat(ClusterLink.versionWarning("0.1.0", ADDRESS, "0.1.0")).isEmpty();
        assertThat(ClusterLink.versionWarning("0.1.0", ADDRESS, null)).isEmpty();
    }
}
