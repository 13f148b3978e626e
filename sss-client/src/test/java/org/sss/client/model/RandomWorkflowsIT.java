package org.sss.client.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.client.SssClient;

/**
 * Random workflows on random clusters, one or two at once, leave what the plainest interpreter of the same graph
 * leaves, with the values of a key in the same order where that is said to be known; also in files, for all readers,
 * and after a restart.
 */
class RandomWorkflowsIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int WORKFLOWS = Integer.getInteger("sss.workflows", 400);
    private static final int MAX_AT_ONCE = 2;
    private static final int RESTART_ONE_OF = 8;
    /** A workflow takes seconds; more is a hang. */
    private static final int PATIENCE_MINUTES = 10;

    @TempDir
    Path directory;

    @Test
    void fewRandomWorkflowsMatchTheModel() throws Exception {
        compare(10, 5, 2_000);
    }

    @Test
    @Tag("slow")
    void manyRandomWorkflowsMatchTheModel() throws Exception {
        compare(WORKFLOWS, 10, 100_000);
    }

    private void compare(int workflows, int ofCluster, int mostTuples) throws Exception {
        System.out.println(
                "RandomWorkflowsIT: seed " + SEED + ", " + workflows + " workflows (-Dsss.seed, -Dsss.workflows)");
        Random seeds = new Random(SEED);
        ExecutorService threads = Executors.newFixedThreadPool(MAX_AT_ONCE);
        try {
            for (int first = 0; first < workflows; first += ofCluster) {
                Random random = new Random(seeds.nextLong());
                try (RandomCluster cluster =
                        RandomCluster.start(random, Files.createTempDirectory(directory, "nodes"))) {
                    int last = Math.min(workflows, first + ofCluster);
                    for (int next = first; next < last; ) {
                        int atOnce = Math.min(last - next, 1 + random.nextInt(MAX_AT_ONCE));
                        compare(cluster, random, threads, next, atOnce, mostTuples);
                        next += atOnce;
                    }
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void compare(
            RandomCluster cluster, Random random, ExecutorService threads, int first, int count, int mostTuples)
            throws Exception {
        List<Comparison> all = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            String what = "workflow " + i + ", seed " + SEED + ", on " + cluster;
            all.add(new Comparison(new Random(random.nextLong()), "w" + i, what, mostTuples));
        }
        SssClient client = cluster.client();
        forEach(all, threads, one -> {
            one.run(client);
            one.compare(client);
        });
        if (random.nextInt(RESTART_ONE_OF) == 0 && cluster.restarted()) {
            forEach(all, threads, one -> one.compareRestarted(cluster.client()));
        }
        forEach(all, threads, one -> one.drop(cluster.client()));
    }

    private interface Step {
        void on(Comparison one) throws Exception;
    }

    private static void forEach(List<Comparison> all, ExecutorService threads, Step step) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (Comparison one : all) {
            running.add(threads.submit(() -> {
                step.on(one);
                return null;
            }));
        }
        for (Future<?> future : running) {
            try {
                future.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause().getMessage(), e.getCause());
            }
        }
    }
}
