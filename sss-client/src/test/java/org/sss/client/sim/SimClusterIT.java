package org.sss.client.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.client.ClusterStatus.NodeLoss;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.server.offline.ClusterFsck;

/**
 * Clients import, run jobs and loops, rename and drop while links are delayed, held, broken, and nodes crash.
 * Afterwards all groups have the bytes of a run without faults, {@code fsck} finds no problem, and no directory is
 * left.
 */
class SimClusterIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int SEEDS = Integer.getInteger("sss.seeds", 10);
    private static final int NODES = Integer.getInteger("sss.nodes", 4);
    private static final int SECONDS = Integer.getInteger("sss.seconds", 30);
    private static final int CLIENTS = 3;
    private static final int MIN_SUBGROUPS = 12;
    /** After the faults; more is a hang. */
    private static final int PATIENCE_SECONDS = 180;

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** What is done under which faults. */
    private record Run(int nodes, int rounds, int tuples, long millis, int meanMillis) {}

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void aFewFaultsChangeNothing() throws Exception {
        compare(SEED, new Run(3, 2, 600, 1_500, 60));
    }

    @Test
    void aDeadLinkCostsNoJob() throws Exception {
        Run run = new Run(3, 1, 600, 0, 1);
        Map<String, Integer> outcomes = new TreeMap<>();
        Map<String, String> expected = run(SEED, run, 1, false, null, outcomes);
        FaultSchedule dead = new FaultSchedule(new Random(SEED), 1, 2);
        String what = "seed " + SEED + ", " + dead;
        assertThat(run(SEED, run, 3, false, dead, outcomes)).as(what).isEqualTo(expected);
        assertThat(outcomes).as("failed steps, " + what).isEmpty();
    }

    @Test
    void theLossOfANodeCostsNothing() throws Exception {
        compareLoss(SEED, new Run(3, 2, 600, 3_000, 1));
    }

    @Test
    @Tag("slow")
    void lossesOfNodesCostNothing() throws Exception {
        for (long seed = SEED; seed < SEED + SEEDS; seed++) {
            compareLoss(seed, new Run(NODES, 4, 2_000, 6_000, 1));
        }
    }

    private void compareLoss(long seed, Run run) throws Exception {
        Map<String, Integer> outcomes = new TreeMap<>();
        Map<String, String> expected = run(seed, run, 1, false, null, outcomes);
        FaultSchedule loss = FaultSchedule.loss(new Random(seed), run.nodes(), run.millis());
        String what = "seed " + seed + ", " + run + ", " + loss;
        System.out.println("SimClusterIT: " + what);
        assertThat(run(seed, run, run.nodes(), seed % 2 == 0, loss, outcomes))
                .as(what)
                .isEqualTo(expected);
        System.out.println("SimClusterIT: failed steps " + outcomes);
    }

    @Test
    @Tag("slow")
    void manyFaultsChangeNothing() throws Exception {
        for (long seed = SEED; seed < SEED + SEEDS; seed++) {
            compare(seed, new Run(NODES, 2 * SECONDS, 2_000, 1_000L * SECONDS, 100));
        }
    }

    private void compare(long seed, Run run) throws Exception {
        boolean tcp = seed % 2 == 0;
        FaultSchedule schedule = new FaultSchedule(new Random(seed), run.nodes(), run.millis(), run.meanMillis());
        System.out.println("SimClusterIT: seed " + seed + " (-Dsss.seed, -Dsss.seeds, -Dsss.nodes, -Dsss.seconds)");
        try {
            Map<String, Integer> outcomes = new TreeMap<>();
            Map<String, String> expected = run(seed, run, 1, false, null, outcomes);
            assertThat(outcomes).as("errors without faults").isEmpty();
            Map<String, String> found = run(seed, run, run.nodes(), tcp, schedule, outcomes);
            System.out.println(
                    "SimClusterIT: seed " + seed + ": " + found.size() + " groups, failed steps " + outcomes);
            assertThat(found).isEqualTo(expected);
        } catch (AssertionError | Exception e) {
            throw new AssertionError(
                    "seed " + seed + ", " + run + (tcp ? ", TCP: " : ", local: ") + e.getMessage() + "; " + schedule,
                    e);
        }
    }

    /** Returns the digests of all groups that are left. */
    private Map<String, String> run(
            long seed, Run run, int nodes, boolean tcp, FaultSchedule schedule, Map<String, Integer> outcomes)
            throws Exception {
        Path data = Files.createTempDirectory(directory, "nodes");
        SimCluster cluster =
                SimCluster.start(nodes, Math.max(MIN_SUBGROUPS, run.nodes()), loses(schedule) ? 2 : 1, tcp, data);
        Map<String, String> digests;
        try (cluster) {
            List<SimScript> scripts = SimScript.all(CLIENTS, run.rounds(), run.tuples(), seed);
            List<Future<?>> running = new ArrayList<>();
            for (SimScript script : scripts) {
                running.add(threads.submit(() -> {
                    try (SssClient client = cluster.client()) {
                        script.run(client);
                    }
                }));
            }
            if (schedule != null) {
                schedule.run(cluster);
            }
            if (schedule != null && schedule.ends()) {
                cluster.heal();
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            for (Future<?> future : running) {
                awaitEnd(future, deadline);
            }
            scripts.forEach(script -> script.outcomes().forEach((what, n) -> outcomes.merge(what, n, Integer::sum)));
            if (loses(schedule)) {
                replace(cluster, schedule.lost());
            }
            try (SssClient client = cluster.client()) {
                List<Long> ids = client.groups().stream().map(Group::id).toList();
                await().untilAsserted(() -> assertThat(cluster.leftovers(ids))
                        .as("leaked directories")
                        .isEmpty());
                digests = digests(client);
            }
        }
        List<Finding> findings = new ArrayList<>();
        ClusterFsck.verify(cluster.dataOfNodes(), List.of(), findings::add);
        assertThat(findings).as("fsck").isEmpty();
        return digests;
    }

    private static boolean loses(FaultSchedule schedule) {
        return schedule != null && schedule.lost() >= 0;
    }

    /** Starts the lost node with an empty directory, and waits until it has its copies. */
    private static void replace(SimCluster cluster, int lost) {
        cluster.heal();
        try (SssClient client = cluster.client()) {
            await().until(() -> loss(client, lost) != null || isUp(client, lost));
            if (loss(client, lost) == null) {
                return; // it was lost before a group had tuples there
            }
            client.admin().acceptLoss(lost);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(loss(client, lost)).isNull());
        }
    }

    private static NodeLoss loss(SssClient client, int node) {
        return client.admin().status().nodes().get(node).loss();
    }

    /** Losses are found before a node counts as running. */
    private static boolean isUp(SssClient client, int node) {
        return client.admin().status().nodes().get(node).error() == null;
    }

    private static void awaitEnd(Future<?> script, long deadlineNanos) throws Exception {
        try {
            script.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("a client hangs " + PATIENCE_SECONDS + " s after the last fault", e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        }
    }

    static Map<String, String> digests(SssClient client) throws Exception {
        Map<String, String> digests = new TreeMap<>();
        for (Group group : client.groups()) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            client.export(
                    group.name(), new DigestOutputStream(OutputStream.nullOutputStream(), digest), new Transferred());
            digests.put(group.name(), HexFormat.of().formatHex(digest.digest()));
        }
        return digests;
    }
}
