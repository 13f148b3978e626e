package org.sss.client.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;
import org.sss.net.control.GroupInfo;

/**
 * SIGKILL of random nodes at random moments, whatever the cluster is doing. After each one everything that was committed is
 * there byte for byte, and nothing else is, on disk neither.
 */
@Tag("slow")
class KillChaosIT {
    private static final int KILLS = Integer.getInteger("sss.kills", 50);
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int NODES = 3;
    private static final long TEXT_BYTES = 120L << 20;
    private static final int MAX_DELAY_MILLIS = 5_000;
    /** What the client may take to give up once a node is dead; 3 s of it is the patience of a job. */
    private static final Duration ERROR_WITHIN = Duration.ofSeconds(8);

    private final Random random = new Random(SEED);
    /** What must be there: the digest of the export of each group. */
    private final Map<String, String> committed = new HashMap<>();
    /** What may be there after an operation that ended with an error: either all of it or nothing. */
    private final Map<String, String> uncertain = new HashMap<>();
    private final Map<String, Integer> seen = new HashMap<>();

    @TempDir
    Path directory;
    private Path text;
    private Path small;
    private String smallDigest;
    private String countsDigest;
    private NodeProcesses nodes;
    private int nextName;
    private int compared;

    /** What the client does, again and again, while the node is killed. */
    private enum Activity { JOB, IMPORT, LIFE_OF_SMALL_GROUPS }

    @Test
    void nothingCommittedIsLostAndNothingElseStays() throws Exception {
        System.out.println("KillChaosIT: seed " + SEED + ", " + KILLS + " kills (-Dsss.seed, -Dsss.kills)");
        prepareTexts();
        try (NodeProcesses started = NodeProcesses.start(directory, NODES, "256m")) {
            nodes = started;
            try (SssClient client = nodes.client()) {
                client.importText(WordCount.lines("text"), List.of(text), new Transferred());
                committed.put("text", digest(client, "text"));
                runJob(client);
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                killOnce(kill);
            }
        }
        System.out.println("KillChaosIT: " + KILLS + " kills, " + compared + " exports compared, errors: " + seen);
    }

    private void prepareTexts() throws IOException {
        text = directory.resolve("text");
        countsDigest = Words.digestOf(Words.write(text, TEXT_BYTES, random));
        small = Files.writeString(directory.resolve("small"), "to be or not to be\n".repeat(50));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            lines.append(i * 19).append("\tto be or not to be\n");
        }
        smallDigest = Words.digestOf(lines.toString());
    }

    private void killOnce(int kill) throws Exception {
        int victim = random.nextInt(NODES);
        Activity activity = Activity.values()[random.nextInt(Activity.values().length)];
        int delayMillis = random.nextInt(MAX_DELAY_MILLIS);
        String round = "kill " + kill + " of node " + victim + " during " + activity + " after " + delayMillis + " ms, seed " + SEED;
        CompletableFuture<SssException> end = new CompletableFuture<>();
        Thread worker = new Thread(() -> end.complete(workUntilError(activity)), "worker");
        worker.start();
        worker.join(delayMillis);
        assertThat(end).as("%s: no error before", round).isNotDone();
        nodes.kill(victim);
        SssException error = errorOf(end, round);
        checkError(error, victim, round);
        nodes.start(victim);
        nodes.awaitAllWell();
        checkGroups(round);
    }

    private static SssException errorOf(CompletableFuture<SssException> end, String round)
            throws InterruptedException, ExecutionException {
        try {
            return end.get(ERROR_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(round + ": the client got no error within " + ERROR_WITHIN, e);
        }
    }

    /** Named by its number, or by the address that the client talks to. */
    private void checkError(SssException error, int victim, String round) {
        assertThat(error.code()).as("%s: %s", round, error.getMessage()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(List.of("node " + victim, ":" + nodes.serverPort(victim), ":" + nodes.dataPort(victim)))
                .as("%s: %s", round, error.getMessage()).anySatisfy(name -> assertThat(error.getMessage()).contains(name));
        seen.merge(error.getMessage().replaceAll("[0-9]+", "N").replaceAll("N/.*", "N"), 1, Integer::sum);
    }

    private SssException workUntilError(Activity activity) {
        try (SssClient client = nodes.client()) {
            while (true) {
                switch (activity) {
                    case JOB -> runJob(client);
                    case IMPORT -> importAndDrop(client);
                    case LIFE_OF_SMALL_GROUPS -> liveSmall(client);
                }
            }
        } catch (SssException e) {
            return e;
        }
    }

    private String name(String kind) {
        return kind + "-" + ++nextName;
    }

    private void runJob(SssClient client) {
        String counts = name("counts");
        uncertain.put(counts, countsDigest);
        client.run(WordCount.workflow(WordCount.lines("text"), WordCount.counts(counts)));
        committed.put(counts, countsDigest);
        uncertain.remove(counts);
        if (nextName % 4 != 0) {
            drop(client, counts);
        }
    }

    private void importAndDrop(SssClient client) {
        String copy = name("copy");
        uncertain.put(copy, committed.get("text"));
        client.importText(WordCount.lines(copy), List.of(text), new Transferred());
        committed.put(copy, uncertain.remove(copy));
        drop(client, copy);
    }

    private void liveSmall(SssClient client) {
        String first = name("small");
        uncertain.put(first, smallDigest);
        client.importText(WordCount.lines(first), List.of(small), new Transferred());
        committed.put(first, uncertain.remove(first));
        String second = first + "-renamed";
        committed.remove(first);
        uncertain.put(first, smallDigest);
        uncertain.put(second, smallDigest);
        client.rename(first, second);
        uncertain.remove(first);
        committed.put(second, uncertain.remove(second));
        drop(client, second);
    }

    private void drop(SssClient client, String name) {
        uncertain.put(name, committed.remove(name));
        client.drop(name);
        uncertain.remove(name);
    }

    private void checkGroups(String round) throws IOException {
        try (SssClient client = nodes.client()) {
            List<GroupInfo> groups = client.groups();
            Set<String> names = groups.stream().map(GroupInfo::name).collect(Collectors.toSet());
            Set<String> allowed = new HashSet<>(committed.keySet());
            allowed.addAll(uncertain.keySet());
            assertThat(names).as("%s: all that was committed", round).containsAll(committed.keySet());
            assertThat(allowed).as("%s: nothing that was not", round).containsAll(names);
            Map<String, String> all = new HashMap<>(uncertain);
            all.putAll(committed);
            for (String name : names) {
                assertThat(digest(client, name)).as("%s: export of %s", round, name).isEqualTo(all.get(name));
                compared++;
            }
            uncertain.clear();
            committed.keySet().retainAll(Set.of("text"));
            for (String name : names) {
                if (!name.equals("text")) {
                    client.drop(name);
                }
            }
            runJob(client);
            checkDisk(client, round);
        }
    }

    private void checkDisk(SssClient client, String round) {
        Set<String> ids = client.groups().stream().map(group -> Long.toString(group.id())).collect(Collectors.toSet());
        await().atMost(Duration.ofSeconds(20)).untilAsserted(
                () -> assertThat(nodes.groupDirectories()).as("%s: directories of groups", round).isSubsetOf(ids));
    }

    private static String digest(SssClient client, String group) {
        Words.DigestStream out = new Words.DigestStream();
        client.export(group, out, new Transferred());
        return out.hex();
    }
}
