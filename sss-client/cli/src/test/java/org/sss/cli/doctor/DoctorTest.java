package org.sss.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.client.Reports;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.MachineLoad;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.RingUse;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.ring.RingPlugin.Fact;

class DoctorTest {
    private static final List<String> LIMITS = List.of(
            "Limit                     Soft Limit           Hard Limit           Units",
            "Max processes             unlimited            unlimited            processes",
            "Max open files            1024                 4096                 files",
            "Max locked memory         65536                65536                bytes");

    @TempDir
    private Path dir;

    private List<Fact> ucx = List.of();
    private org.sss.client.NodeStatus.MachineLoad load = new org.sss.client.NodeStatus.MachineLoad(0.5, 2);

    private static Finding of(List<Finding> findings, String what) {
        return findings.stream()
                .filter(finding -> finding.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    private List<Finding> machine(List<String> limits) {
        return new MachineChecks(
                        new ProcessLimits(limits),
                        dir.resolve("shm"),
                        dir.resolve("infiniband"),
                        ucx,
                        load,
                        new Pressure(dir.resolve("pressure")))
                .run();
    }

    @Test
    void aGoodMachineHasNoProblem() throws IOException {
        Files.createDirectory(dir.resolve("shm"));
        List<Finding> findings =
                machine(List.of("Max processes 30000 30000 processes", "Max open files 65536 65536 files"));
        assertThat(findings)
                .allMatch(finding -> finding.level() == Finding.Level.OK)
                .extracting(Finding::what)
                .containsExactly(
                        "Java",
                        "machine",
                        "load",
                        "native library",
                        "open files",
                        "threads",
                        "shared memory",
                        "RDMA devices",
                        "locked memory",
                        "libucx",
                        "connectors");
        assertThat(of(findings, "connectors").found()).isEqualTo("none in ext");
        assertThat(of(findings, "shared memory").found())
                .endsWith("in " + dir.resolve("shm") + "; net.transport = shm can be used");
        assertThat(dir.resolve("shm")).isEmptyDirectory();
    }

    @Test
    void aBusyMachineIsNotedAndAnOverloadedOneIsAProblem() {
        load = new org.sss.client.NodeStatus.MachineLoad(9, 2);
        assertThat(of(machine(LIMITS), "load"))
                .extracting(Finding::level, Finding::found)
                .containsExactly(Finding.Level.NOTE, "busy: load 9.0 on 2 processors");
        load = new org.sss.client.NodeStatus.MachineLoad(55, 2);
        assertThat(of(machine(LIMITS), "load"))
                .extracting(Finding::level, Finding::found)
                .containsExactly(Finding.Level.PROBLEM, "overloaded: load 55.0 on 2 processors");
        load = null;
        assertThat(of(machine(LIMITS), "load")).isEqualTo(Finding.ok("load", "unknown"));
    }

    @Test
    void aMachineThatWaitsForItsDisksIsNoted() throws IOException {
        Files.createDirectories(dir.resolve("pressure"));
        Files.writeString(
                dir.resolve("pressure/io"),
                "some avg10=80.00 avg60=1.00 avg300=0.10 total=1\nfull avg10=43.21 avg60=1.00 avg300=0.10 total=1\n");
        Files.writeString(
                dir.resolve("pressure/memory"),
                "some avg10=0.00 avg60=1.00 avg300=0.10 total=1\nfull avg10=0.00 avg60=1.00 avg300=0.10 total=1\n");
        List<Finding> findings = machine(LIMITS);
        assertThat(of(findings, "io").found())
                .isEqualTo("for 43 % of the last ten seconds nothing ran, as all threads waited for a disk");
        assertThat(findings).noneMatch(finding -> finding.what().equals("memory"));
    }

    @Test
    void anOverloadedNodeIsAProblem() {
        NodeHealth node = up(0, 2L << 30, null, new MachineLoad(64, 2));
        assertThat(new NodeChecks(Reports.of(
                                new ClusterStatus(new ClusterMap("c", 1, List.of(node.node()), 4), List.of(node), 0)))
                        .run())
                .singleElement()
                .extracting(Finding::level, Finding::found)
                .containsExactly(
                        Finding.Level.PROBLEM,
                        "up, heap 512.0 MiB, free disk 2.0 GiB, overloaded: load 64.0 on 2 processors");
    }

    @Test
    void workflowsThatWaitOrShowNoSignOfLifeAreReported() {
        JobStatus silent = new JobStatus(
                "map-1",
                JobKind.MAP,
                State.RUNNING,
                List.of(),
                List.of(),
                new WorkflowStatus.Work(1, 0, 1, 0),
                Progress.NONE.at("task 0, key <5>, for 70 s"),
                null);
        List<WorkflowStatus> workflows = List.of(
                new WorkflowStatus(
                        "wf-1",
                        "one",
                        State.RUNNING,
                        List.of(),
                        null,
                        new WorkflowStatus.Run(1, 0, null),
                        "waiting for node 1, 7 s"),
                new WorkflowStatus("wf-2", "two", State.RUNNING, List.of(silent), null, 1, 0),
                new WorkflowStatus("wf-3", "three", State.SUCCEEDED, List.of(silent), null, 1, 2));
        assertThat(new WorkflowChecks(workflows.stream().map(Reports::of).toList()).run())
                .containsExactly(
                        Finding.ok("workflows", "2 running"),
                        Finding.problem(
                                "workflow wf-1",
                                "waiting for node 1, 7 s",
                                "start that node, or run 'sss cancel wf-1'"),
                        Finding.note(
                                "workflow wf-2",
                                "job map-1 shows no sign of life: task 0, key <5>, for 70 s",
                                "the code may wait or run in a loop; 'sss job' shows the job, task.stallTimeout ends "
                                        + "it"));
    }

    @Test
    void lowLimitsAreNotedWithTheRemedy() {
        List<Finding> findings = machine(LIMITS);
        assertThat(of(findings, "open files"))
                .isEqualTo(Finding.note(
                        "open files",
                        "at most 1024",
                        "a node under load may need more: ulimit -n 65536, or LimitNOFILE of the service"));
        assertThat(of(findings, "threads")).isEqualTo(Finding.ok("threads", "unlimited"));
        assertThat(of(findings, "shared memory").advice())
                .contains(dir.resolve("shm") + " does not exist", "net.transport = tcp");
        assertThat(of(findings, "locked memory")).isEqualTo(Finding.ok("locked memory", "at most 64.0 KiB"));
    }

    @Test
    void lockedMemoryMattersWhereThereIsRdma() throws IOException {
        Files.createDirectories(dir.resolve("infiniband/mlx5_1"));
        Files.createDirectories(dir.resolve("infiniband/mlx5_0"));
        List<Finding> findings = machine(LIMITS);
        assertThat(of(findings, "RDMA devices").found()).isEqualTo("mlx5_0, mlx5_1");
        assertThat(of(findings, "locked memory").advice())
                .isEqualTo("RDMA needs more: ulimit -l unlimited, or LimitMEMLOCK of the service");
    }

    @Test
    void libucxIsWantedWhereThereIsRdma() throws IOException {
        ucx = List.of(new Fact("libucx", "not found", "install libucx0"));
        assertThat(of(machine(LIMITS), "libucx"))
                .isEqualTo(Finding.ok("libucx", "not found, of no use without an RDMA device"));
        Files.createDirectories(dir.resolve("infiniband/mlx5_0"));
        assertThat(of(machine(LIMITS), "libucx"))
                .isEqualTo(Finding.note("libucx", "not found; net.transport = ucx cannot be used", "install libucx0"));
        ucx = List.of(new Fact("libucx", "1.13.1 (/usr/lib/libucp.so.0)", null));
        assertThat(of(machine(LIMITS), "libucx"))
                .isEqualTo(Finding.ok("libucx", "1.13.1 (/usr/lib/libucp.so.0); net.transport = ucx can be used"));
    }

    @Test
    void aSystemWithoutThatFileHasUnknownLimits() {
        assertThat(of(machine(List.of()), "open files"))
                .isEqualTo(Finding.note("open files", "the limit is unknown", "see that the limit is at least 4096"));
    }

    @Test
    void theTransportToEachNodeIsShown() {
        List<NodeHealth> nodes =
                List.of(up(0, 2L << 30, List.of(new RingUse(2, "shm", 1, 1, 1, 0, 0))), up(1, 1000, null), down(2));
        List<NodeInfo> infos = nodes.stream().map(NodeHealth::node).toList();
        assertThat(new NodeChecks(Reports.of(new ClusterStatus(new ClusterMap("c", 1, infos, 4), nodes, 0))).run())
                .containsExactly(
                        Finding.ok("node 0", "up, heap 512.0 MiB, free disk 2.0 GiB"),
                        Finding.ok("node 0 sends", "shm to 2; tcp to 1"),
                        Finding.problem(
                                "node 1",
                                "up, heap 512.0 MiB, free disk 1000 B",
                                "free some disk: 'sss group ls' shows what is there, 'sss group rm' drops it"),
                        Finding.ok("node 1 sends", "tcp to 0, 2"),
                        Finding.problem("node 2", "does not answer at 127.0.0.1:12", "connection refused"));
    }

    @Test
    void whatExpiresSoonIsANote() {
        NodeHealth node = new NodeHealth(
                info(0),
                new NodeStatus(
                        0,
                        new ServerVerbs.NodeProcess("0.1.0", 1, "17", 1, 1, 512L << 20, null),
                        0,
                        new ServerVerbs.NodeDisk(1L << 40, "/data"),
                        null,
                        null,
                        null,
                        List.of("the certificate of node-0 expires at T; renew it")),
                null,
                null);
        assertThat(new NodeChecks(Reports.of(
                                new ClusterStatus(new ClusterMap("c", 1, List.of(info(0)), 1), List.of(node), 0)))
                        .run())
                .contains(Finding.note("node 0", "the certificate of node-0 expires at T", "renew it"));
    }

    private static NodeInfo info(int id) {
        return new NodeInfo(id, new NodeAddress("127.0.0.1", 10 + id), new NodeAddress("127.0.0.1", 20 + id));
    }

    private static NodeHealth up(int id, long freeDisk, List<RingUse> rings) {
        return up(id, freeDisk, rings, null);
    }

    private static NodeHealth up(int id, long freeDisk, List<RingUse> rings, MachineLoad load) {
        return new NodeHealth(
                info(id),
                new NodeStatus(
                        id,
                        new ServerVerbs.NodeProcess("0.1.0", 1, "17", 1, 1, 512L << 20, null),
                        0,
                        new ServerVerbs.NodeDisk(freeDisk, "/data"),
                        null,
                        rings,
                        load,
                        null),
                null,
                null);
    }

    private static NodeHealth down(int id) {
        return new NodeHealth(info(id), null, "connection refused", null);
    }
}
