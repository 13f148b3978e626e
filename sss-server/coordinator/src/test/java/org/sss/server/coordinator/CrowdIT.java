package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Nodes that are overloaded for a moment. */
class CrowdIT extends OnFakeCluster {
    private static final int CLIENTS = 40;

    @Test
    void retriesCommitOnOverloadedNode() {
        AtomicInteger refusals = new AtomicInteger(2);
        cluster.nodes.get(1).beforeCommit.set(() -> {
            if (refusals.getAndDecrement() > 0) {
                throw new SssException(ErrorCode.OVERLOADED, "the node has too many calls to serve");
            }
        });
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(refusals).hasValue(-1);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactlyInAnyOrder("in", "out");
    }

    @Test
    void concurrentSubmitsShareHealthRequests() throws Exception {
        FakeNode node = cluster.nodes.get(2);
        node.beforeStatus.set(CrowdIT::hesitate);
        int before = node.asked.get();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<WorkflowStatus>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String output = "out" + i;
                all.add(clients.submit(() -> cluster.submit(FakeCluster.copy(output))));
            }
            for (Future<WorkflowStatus> each : all) {
                assertThat(each.get(20, TimeUnit.SECONDS).id()).startsWith("wf-");
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(node.asked.get() - before).isBetween(1, CLIENTS / 2);
    }

    private static void hesitate() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
