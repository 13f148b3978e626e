package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.FakeCoordinator;

class WorkflowHandleTest {
    @Test
    void explainsHowToWaitAfterLosingTheCoordinator() {
        List<String> followed = new ArrayList<>();
        try (FakeCoordinator coordinator = new FakeCoordinator();
                ClusterLink link = coordinator.link()) {
            assertThatThrownBy(() -> new WorkflowHandle(link, "wf-7").follow(status -> {
                        followed.add(status.id());
                        coordinator.lose();
                    }))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE))
                    .hasMessageContaining("was lost while following workflow wf-7")
                    .hasMessageEndingWith("else follow it again ('sss wait wf-7', or client.workflow(id) in programs)");
        }
        assertThat(followed).containsExactly("wf-7");
    }

    @Test
    void aReportThatNobodyReadsIsFreed() {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                ClusterLink link = coordinator.link()) {
            coordinator.endsWorkflows = true;
            for (int i = 0; i < 100; i++) {
                new WorkflowHandle(link, "wf-7").await();
            }
            await().until(() -> coordinator.reports.size() == 200);
            await().untilAsserted(() ->
                    assertThat(coordinator.reports).extracting(ByteBuf::refCnt).containsOnly(0));
        }
    }
}
