package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.client.Reports;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.MachineLoad;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.transport.NodeAddress;

class ClusterHealthTest {
    private static final NodeInfo NODE =
            new NodeInfo(0, new NodeAddress("127.0.0.1", 10), new NodeAddress("127.0.0.1", 20));
    private static final MachineLoad IDLE = new MachineLoad(0.1, 2);

    private static org.sss.client.ClusterStatus status(long freeDisk, MachineLoad load) {
        NodeHealth health = new NodeHealth(
                NODE,
                new NodeStatus(
                        0,
                        new ServerVerbs.NodeProcess("0.1.0", 1, "17", 1, 1, 512L << 20, null),
                        0,
                        new ServerVerbs.NodeDisk(freeDisk, "/data"),
                        null,
                        null,
                        load,
                        null),
                null,
                null);
        return Reports.of(new ClusterStatus(new ClusterMap("c", 1, List.of(NODE), 4), List.of(health), 0));
    }

    @Test
    void aHealthyNodeHasNoWarning() {
        assertThat(status(1L << 40, IDLE).warnings()).isEmpty();
        assertThat(ClusterHealth.isHealthy(status(1L << 40, null).nodes().get(0)))
                .isTrue();
    }

    @Test
    void whatExpiresSoonIsShown() {
        NodeStatus expiring = new NodeStatus(
                0,
                new ServerVerbs.NodeProcess("0.1.0", 1, "17", 1, 1, 512L << 20, null),
                0,
                new ServerVerbs.NodeDisk(1L << 40, "/data"),
                null,
                null,
                IDLE,
                List.of("the certificate of node-0 expires at T; renew it"));
        NodeHealth health = new NodeHealth(NODE, expiring, null, null);
        org.sss.client.ClusterStatus both =
                Reports.of(new ClusterStatus(new ClusterMap("c", 1, List.of(NODE), 4), List.of(health, health), 0));
        assertThat(both.warnings()).containsExactly("the certificate of node-0 expires at T; renew it");
        assertThat(ClusterHealth.isHealthy(both.nodes().get(0))).isTrue();
    }

    @Test
    void aFullDiskIsAFailure() {
        org.sss.client.ClusterStatus full = status(4096, IDLE);
        assertThat(ClusterHealth.isHealthy(full.nodes().get(0))).isFalse();
        assertThat(full.warnings())
                .containsExactly("node 0 has a full disk: 4.0 KiB are free in /data. Jobs and imports fail;"
                        + " free some disk: 'sss group ls' shows what is there, 'sss group rm' drops it");
    }

    @Test
    void aLossOfGroupsInMemoryIsNotCalledAccepted() {
        NodeHealth health =
                new NodeHealth(NODE, null, null, new ServerVerbs.NodeLoss(1, List.of("m"), true, true, false));
        assertThat(Reports.of(new ClusterStatus(new ClusterMap("c", 1, List.of(NODE), 4), List.of(health), 0))
                        .warnings())
                .containsExactly(
                        "node 0 has lost the data of 1 group: m; reads of them fail. They were in memory, which ends "
                                + "with a node: drop them, or run the"
                                + " jobs that wrote them again. The node accepts new data");
    }

    @Test
    void aBusyMachineIsNamedButIsNoFailure() {
        org.sss.client.ClusterStatus busy = status(1L << 40, new MachineLoad(40, 2));
        assertThat(ClusterHealth.isHealthy(busy.nodes().get(0))).isTrue();
        assertThat(busy.warnings())
                .containsExactly("node 0: its machine is busy, load 40.0 on 2 processors; it may answer late");
    }
}
