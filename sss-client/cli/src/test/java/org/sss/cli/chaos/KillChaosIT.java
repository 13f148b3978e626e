package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;

/**
 * SIGKILL of random nodes at random times during any operation, and of the coordinator during renames. After each kill,
 * everything acknowledged exists byte for byte, each unacknowledged change is applied completely or not at all, a
 * renamed group has exactly one of its names, and nothing else exists, on disk either.
 */
@Tag("slow")
class KillChaosIT {
    private static final int KILLS = Integer.getInteger("sss.kills", 50);
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int NODES = 3;
    private static final long TEXT_BYTES = 120L << 20;
    private static final int MAX_DELAY_MILLIS = 5_000;
    /** Kills per rename. */
    private static final int KILLS_PER_RENAME = 3;
    /** Delay after the call of a rename, which takes about 2 ms, mostly for the sync of the journal. */
    private static final int INTO_RENAME_NANOS = 2_000_000;
    /** Enough that some kills hit a rename. */
    private static final int KILLS_THAT_MEET_ALL = 50;

    private static final int RENAMES = 6;
    private static final int SMALL_LINES = 50;
    /** How long the client may take to fail after the death of a node; includes the 3 s timeout of a job. */
    private static final Duration ERROR_WITHIN = Duration.ofSeconds(8);

    private final Random random = new Random(SEED);
    private final KnownGroups known = new KnownGroups();
    private final Map<String, Integer> seen = new HashMap<>();
    private final AtomicInteger nextName = new AtomicInteger();
    /** Counted down by the next rename. */
    private final AtomicReference<CountDownLatch> onRename = new AtomicReference<>(new CountDownLatch(1));

    /** Two clients write concurrently, a job up to two groups. */
    private static final int MAX_ORPHANS_OF_A_KILL = 4;

    @TempDir
    Path directory;
    /** Groups that were committed on nodes before a killed coordinator recorded them: they remain. */
    private final Set<String> orphaned = new TreeSet<>();

    private Path text;
    private String textDigest;
    private String countsDigest;
    private NodeProcesses nodes;
    private int compared;

    /**
     * The operations that one client repeats while the node is killed. Another client creates and drops small groups.
     */
    private enum Activity {
        JOB,
        IMPORT,
        LIFE_OF_SMALL_GROUPS
    }

    @Test
    void killsLoseNoCommittedDataAndLeaveNothingElse() throws Exception {
        System.out.println("KillChaosIT: seed " + SEED + ", " + KILLS + " kills (-Dsss.seed, -Dsss.kills)");
        text = directory.resolve("text");
        countsDigest = Words.digestOf(Words.write(text, TEXT_BYTES, random));
        try (NodeProcesses started = NodeProcesses.start(directory, NODES, "256m", "task.nodePatience = 3s")) {
            nodes = started;
            try (SssClient client = nodes.client()) {
                client.importText(WordCount.lines("text"), List.of(text), new Transferred());
                textDigest = digest(client, "text");
                known.made("text", textDigest);
                runJob(client);
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                killOnce(kill);
            }
        }
        System.out.println("KillChaosIT: " + KILLS + " kills, " + compared + " exports compared, under way: "
                + known.outcomes() + ", errors: " + seen);
        if (KILLS >= KILLS_THAT_MEET_ALL) {
            assertThat(known.outcomes().keySet())
                    .as("changes that were under way, seed %s", SEED)
                    .anyMatch(what -> what.startsWith("rename "));
        }
    }

    private void killOnce(int kill) throws Exception {
        boolean duringRename = kill % KILLS_PER_RENAME == 0;
        int victim = duringRename ? 0 : random.nextInt(NODES);
        Activity activity = Activity.values()[random.nextInt(Activity.values().length)];
        int delayMillis = random.nextInt(MAX_DELAY_MILLIS);
        String round = "kill " + kill + " of node " + victim + " during " + activity
                + (duringRename ? ", during a rename," : "") + " after " + delayMillis + " ms, seed " + SEED;
        List<CompletableFuture<SssException>> ends =
                List.of(start(activity, "worker"), start(Activity.LIFE_OF_SMALL_GROUPS, "small"));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        assertThat(ends).as("%s: no error before", round).noneMatch(CompletableFuture::isDone);
        if (duringRename) {
            awaitRename(round);
        }
        nodes.kill(victim);
        for (SssException error : errorsOf(ends, round)) {
            checkError(error, victim, round);
        }
        nodes.start(victim);
        nodes.awaitAllWell();
        checkGroups(round);
    }

    private void awaitRename(String round) throws InterruptedException {
        CountDownLatch rename = new CountDownLatch(1);
        onRename.set(rename);
        assertThat(rename.await(NodeProcesses.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("%s: a rename", round)
                .isTrue();
        LockSupport.parkNanos(random.nextInt(INTO_RENAME_NANOS));
    }

    private CompletableFuture<SssException> start(Activity activity, String name) {
        CompletableFuture<SssException> end = new CompletableFuture<>();
        new Thread(() -> end.complete(workUntilError(activity)), name).start();
        return end;
    }

    private static List<SssException> errorsOf(List<CompletableFuture<SssException>> ends, String round)
            throws InterruptedException, ExecutionException {
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .get(ERROR_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(round + ": a client got no error within " + ERROR_WITHIN, e);
        }
        return ends.stream().map(CompletableFuture::join).toList();
    }

    /** Identified by its number, or by the address that the client is connected to. */
    private void checkError(SssException error, int victim, String round) {
        assertThat(error.code()).as("%s: %s", round, error.getMessage()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(List.of("node " + victim, ":" + nodes.serverPort(victim), ":" + nodes.dataPort(victim)))
                .as("%s: %s", round, error.getMessage())
                .anySatisfy(name -> assertThat(error.getMessage()).contains(name));
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
        return kind + "-" + nextName.incrementAndGet();
    }

    private void runJob(SssClient client) {
        String counts = name("counts");
        known.make(
                counts,
                countsDigest,
                () -> client.run(WordCount.workflow(WordCount.lines("text"), WordCount.counts(counts))));
        if (nextName.get() % 4 != 0) {
            drop(client, counts);
        }
    }

    private void importAndDrop(SssClient client) {
        String copy = name("copy");
        known.make(copy, textDigest, () -> client.importText(WordCount.lines(copy), List.of(text), new Transferred()));
        drop(client, copy);
    }

    /** Each group has its own text, which must not appear under another name. */
    private void liveSmall(SssClient client) {
        String name = name("small");
        String line = "to be or not to be " + name + "\n";
        known.make(
                name,
                digestOfSmall(line),
                () -> client.importText(WordCount.lines(name), List.of(small(line)), new Transferred()));
        String last = name;
        for (int i = 1; i <= RENAMES; i++) {
            String from = last;
            String to = name + "-renamed-" + i;
            known.rename(from, to, () -> {
                onRename.get().countDown();
                client.rename(from, to);
            });
            last = to;
        }
        String replaced = last;
        String other = "that is the question " + name + "\n";
        known.replace(
                replaced,
                digestOfSmall(other),
                () -> client.importText(
                        WordCount.lines(replaced).replacing(), List.of(small(other)), new Transferred()));
        drop(client, replaced);
    }

    private Path small(String line) {
        try {
            return Files.writeString(
                    directory.resolve("small-" + Thread.currentThread().getName()), line.repeat(SMALL_LINES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Digest of the group's export. */
    private static String digestOfSmall(String line) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < SMALL_LINES; i++) {
            lines.append(i * line.length()).append('\t').append(line);
        }
        return Words.digestOf(lines.toString());
    }

    private void drop(SssClient client, String name) {
        known.drop(name, () -> client.drop(name));
    }

    private void checkGroups(String round) throws IOException {
        try (SssClient client = nodes.client()) {
            Map<String, String> found = new TreeMap<>();
            for (Group group : client.groups()) {
                found.put(group.name(), digest(client, group.name()));
                compared++;
            }
            known.check(found, round);
            for (String name : found.keySet()) {
                if (!name.equals("text")) {
                    drop(client, name);
                }
            }
            runJob(client);
            checkDisk(client, round);
        }
    }

    private void checkDisk(SssClient client, String round) {
        Set<String> ids = client.groups().stream()
                .map(group -> Long.toString(group.id()))
                .collect(Collectors.toCollection(TreeSet::new));
        ids.addAll(orphaned);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(unknown(ids))
                        .as("%s: directories of groups", round)
                        .hasSizeLessThanOrEqualTo(MAX_ORPHANS_OF_A_KILL)
                        .allMatch(name -> name.matches("\\d+")));
        orphaned.addAll(unknown(ids));
    }

    private Set<String> unknown(Set<String> ids) {
        Set<String> unknown = nodes.groupDirectories();
        unknown.removeAll(ids);
        return unknown;
    }

    private static String digest(SssClient client, String group) {
        Words.DigestStream out = new Words.DigestStream();
        client.export(group, out, new Transferred());
        return out.hex();
    }
}
