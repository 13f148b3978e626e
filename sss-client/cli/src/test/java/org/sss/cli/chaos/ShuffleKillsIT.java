package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;

/**
 * SIGKILL of random nodes at random times of jobs with every shuffle method. The job ends with the right output or with
 * an error that names the node; the same job then gives the same bytes; committed groups stay.
 */
@Tag("slow")
class ShuffleKillsIT {
    private static final int KILLS = Integer.getInteger("sss.kills", 100);
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    /** Comma-separated; default: all. */
    private static final String METHODS = System.getProperty("sss.methods", "");

    private static final int NODES = 3;
    private static final long TEXT_BYTES = 24L << 20;
    /** Includes the wait for the lost node. */
    private static final long JOB_SECONDS = 60;

    private final Random random = new Random(SEED);
    private final Map<Shuffle, Long> millis = new EnumMap<>(Shuffle.class);
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @TempDir
    Path directory;

    private NodeProcesses nodes;
    private String textDigest;
    private String outputDigest;

    private static List<Shuffle> methods() {
        return METHODS.isEmpty()
                ? List.of(Shuffle.values())
                : List.of(METHODS.split(",")).stream().map(Shuffle::of).toList();
    }

    @Test
    void aKilledNodeCostsAJobAtMost() throws Exception {
        System.out.println(
                "ShuffleKillsIT: seed " + SEED + ", " + KILLS + " kills (-Dsss.seed, -Dsss.kills, -Dsss.methods)");
        Path text = directory.resolve("text");
        Words.write(text, TEXT_BYTES, random);
        try (NodeProcesses started = NodeProcesses.start(
                directory,
                NODES,
                "256m",
                "task.nodePatience = 10s",
                "shuffle.memory.limit = 1MiB",
                "shuffle.spill.dir = " + Files.createDirectory(directory.resolve("shared")))) {
            nodes = started;
            try (SssClient client = nodes.client()) {
                client.importText(WordCount.lines("text"), List.of(text), new Transferred());
                textDigest = digest(client, "text");
                runJob(client, Shuffle.DIRECT, "first");
                outputDigest = digest(client, "first");
                for (Shuffle method : methods()) {
                    long startNanos = System.nanoTime();
                    runAndCompare(client, method, "before the kills");
                    millis.put(method, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
                }
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                killOnce(kill);
            }
        }
        System.out.println("ShuffleKillsIT: " + KILLS + " kills: " + outcomes);
    }

    private void killOnce(int kill) throws Exception {
        Shuffle method = methods().get(random.nextInt(methods().size()));
        int victim = random.nextInt(NODES);
        long delayMillis = random.nextInt((int) Math.max(1, millis.get(method) * 6 / 5));
        String round = "kill " + kill + " of node " + victim + " during " + method + " after " + delayMillis
                + " ms, seed " + SEED;
        CompletableFuture<SssException> end = new CompletableFuture<>();
        String output = "out-" + kill;
        new Thread(() -> end.complete(errorOf(method, output)), "job").start();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        nodes.kill(victim);
        nodes.start(victim);
        SssException error;
        try {
            error = end.get(JOB_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(round + ": the job did not end within " + JOB_SECONDS + " s", e);
        }
        if (error != null) {
            assertThat(error.code()).as("%s: %s", round, error.getMessage()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
            assertThat(List.of("node " + victim, ":" + nodes.serverPort(victim), ":" + nodes.dataPort(victim)))
                    .as("%s: %s", round, error.getMessage())
                    .anySatisfy(name -> assertThat(error.getMessage()).contains(name));
        }
        outcomes.merge(method + (error == null ? ": succeeded" : ": failed"), 1, Integer::sum);
        nodes.awaitAllWell();
        try (SssClient client = nodes.client()) {
            assertThat(digest(client, "text")).as("%s: the input", round).isEqualTo(textDigest);
            for (String group : client.groups().stream()
                    .map(info -> info.name())
                    .filter(name -> !name.equals("text"))
                    .toList()) {
                assertThat(digest(client, group))
                        .as("%s: group %s", round, group)
                        .isEqualTo(outputDigest);
            }
            if (client.groups().stream().anyMatch(info -> info.name().equals(output))) {
                client.drop(output);
            }
            runAndCompare(client, method, round);
        }
    }

    private SssException errorOf(Shuffle method, String output) {
        try (SssClient client = nodes.client()) {
            runJob(client, method, output);
            return null;
        } catch (SssException e) {
            return e;
        }
    }

    private void runAndCompare(SssClient client, Shuffle method, String when) {
        runJob(client, method, "again");
        assertThat(digest(client, "again")).as("%s with %s", when, method).isEqualTo(outputDigest);
        client.drop("again");
    }

    /** A map that moves all tuples, and a reduce over what it stored. */
    private static void runJob(SssClient client, Shuffle method, String output) {
        TupleGroup<Bytes, Long> moved =
                TupleGroup.of(output + "-moved", Codecs.BYTES, Codecs.LONG).asTemporary();
        Workflow workflow = Workflow.named("move").set(Shuffle.PARAMETER, method.methodName());
        workflow.map(WordCount.lines("text"), moved, (offset, line, out) -> out.emit(line, offset));
        workflow.reduce(moved, TupleGroup.of(output, Codecs.BYTES, Codecs.LONG), (line, offsets, out) -> {
            for (long offset : offsets) {
                out.emit(line, offset);
            }
        });
        client.run(workflow);
    }

    private static String digest(SssClient client, String group) {
        Words.DigestStream out = new Words.DigestStream();
        client.export(group, out, new Transferred());
        return out.hex();
    }
}
