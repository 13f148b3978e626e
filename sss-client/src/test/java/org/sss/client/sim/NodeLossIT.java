package org.sss.client.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Mapper;
import org.sss.api.Shuffle;
import org.sss.api.SideData;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/**
 * A worker is lost for good, with its disk, while a job of some kind runs with some shuffle method: the job ends, and
 * all groups have the bytes of an undisturbed run.
 */
class NodeLossIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int ROUNDS = Integer.getInteger("sss.losses", 4);
    private static final int NODES = 4;
    private static final int SUBGROUPS = 16;
    private static final int TUPLES = 20_000;
    private static final int PATIENCE_SECONDS = 120;
    private static final int ITERATIONS = 60;
    private static final String CALLS = "sss.test.calls";

    private static final TupleGroup<Long, Long> IN = numbers("in");
    private static final TupleGroup<Long, Long> OTHER = numbers("other");
    private static final TupleGroup<Long, Long> OWN = numbers("own");
    private static final TupleGroup<Long, Long> OUT = numbers("out");

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private enum Kind {
        IMPORT,
        MAP,
        REDUCE,
        JOIN,
        LOOKUP,
        OWN,
        SORT,
        LOOP
    }

    private record Case(Kind kind, Shuffle method) {}

    private static TupleGroup<Long, Long> numbers(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.LONG);
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void aJobGoesOnWithoutALostNode() throws Exception {
        lose(new Case(Kind.REDUCE, Shuffle.PAIRWISE), SEED);
    }

    /** Its first iteration would run again otherwise. */
    @Test
    void aLoopContinuesFromItsCheckpoint() throws Exception {
        Path data = Files.createTempDirectory(directory, "nodes");
        try (SimCluster cluster = SimCluster.start(NODES, SUBGROUPS, 2, false, data);
                SssClient client = cluster.client()) {
            write(client, IN, 1);
            AtomicIntegerArray calls = new AtomicIntegerArray(ITERATIONS);
            System.getProperties().put(CALLS, calls); // the code of jobs has a class loader of its own
            TupleGroup<Long, Long> next = numbers("next").asTemporary();
            Workflow workflow = Workflow.named("far");
            workflow.repeat(
                            ITERATIONS,
                            body -> body.map(IN, next, (key, value, out) -> {
                                ((AtomicIntegerArray) System.getProperties().get(CALLS))
                                        .incrementAndGet((int) (value / TUPLES));
                                if (value % TUPLES == 0) {
                                    TimeUnit.MILLISECONDS.sleep(30); // longer than the time between two checkpoints
                                }
                                out.emit(key, value + TUPLES);
                            }))
                    .carry(next, IN);
            workflow.map(next, OUT, (key, value, out) -> out.emit(key, value));
            Future<?> running = threads.submit(() -> client.run(workflow));
            await().until(() -> calls.get(ITERATIONS / 2) > 0 || running.isDone());
            cluster.lose(2);
            running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(client.group(OUT.name()).tuples()).isEqualTo(TUPLES);
            assertThat(calls.get(0)).as("tuples of the first iteration").isEqualTo(TUPLES);
            assertThat(calls.get(ITERATIONS - 1)).isGreaterThanOrEqualTo(TUPLES);
        } finally {
            System.getProperties().remove(CALLS);
        }
    }

    @Test
    void aJobReadsAnotherCopyIfOneIsDamaged() throws Exception {
        Path data = Files.createTempDirectory(directory, "nodes");
        try (SimCluster cluster = SimCluster.start(3, SUBGROUPS, 2, false, data);
                SssClient client = cluster.client()) {
            write(client, IN, 3);
            long group = client.group(IN.name()).id();
            assertThat(cluster.flip(1, group)).as("files with a changed byte").isPositive();
            Case reduce = new Case(Kind.REDUCE, Shuffle.DIRECT);
            run(client, reduce);
            Map<String, String> found = SimClusterIT.digests(client);
            await().until(() -> client.admin().status().repair().fewer() == 0
                    && client.admin().status().nodes().get(1).loss() == null);
            cluster.lose(2); // what node 1 has got is whole
            client.drop(OUT.name());
            run(client, reduce);
            assertThat(SimClusterIT.digests(client)).isEqualTo(found);
        }
    }

    static Stream<Case> cases() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(Shuffle.values())
                        .filter(method -> kind != Kind.IMPORT || method == Shuffle.DIRECT)
                        .map(method -> new Case(kind, method)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("slow")
    void eachKindOfJobGoesOn(Case job) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            lose(job, SEED + round);
        }
    }

    private void lose(Case job, long seed) throws Exception {
        Random random = new Random(seed);
        int lost = 1 + random.nextInt(NODES - 1);
        Path data = Files.createTempDirectory(directory, "nodes");
        try (SimCluster cluster = SimCluster.start(NODES, SUBGROUPS, 2, false, data);
                SssClient client = cluster.client()) {
            write(client, IN, 3);
            write(client, OTHER, 5);
            long startNanos = System.nanoTime();
            run(client, job);
            long usualMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            Map<String, String> expected = SimClusterIT.digests(client);
            client.drop(OUT.name());
            if (job.kind() == Kind.OWN) {
                client.drop(OWN.name());
            }

            long delay = random.nextLong(usualMillis + usualMillis / 4 + 1);
            String what =
                    job + ", seed " + seed + ": node " + lost + " lost after " + delay + " of " + usualMillis + " ms";
            System.out.println("NodeLossIT: " + what);
            Future<?> running = threads.submit(() -> repeat(client, job));
            TimeUnit.MILLISECONDS.sleep(delay);
            cluster.lose(lost);
            running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(new TreeMap<>(SimClusterIT.digests(client))).as(what).isEqualTo(expected);
        }
    }

    /** Jobs must continue; an import fails with its node, and its client repeats it. */
    private static void repeat(SssClient client, Case job) {
        try {
            run(client, job);
        } catch (SssException e) {
            if (job.kind() != Kind.IMPORT) {
                throw e;
            }
            run(client, job);
        }
    }

    private static void write(SssClient client, TupleGroup<Long, Long> group, int factor) {
        try (GroupWriter<Long, Long> writer = client.write(group)) {
            for (long i = 0; i < TUPLES; i++) {
                writer.append(factor * i % 7_001, i);
            }
            writer.commit();
        }
    }

    private static void run(SssClient client, Case job) {
        if (job.kind() == Kind.IMPORT) {
            write(client, OUT, 7);
        } else {
            client.run(workflow(job));
        }
    }

    private static Workflow workflow(Case job) {
        Workflow workflow =
                Workflow.named("loss").set(Shuffle.PARAMETER, job.method().methodName());
        TupleGroup<Long, Long> between = numbers("between").asTemporary();
        switch (job.kind()) {
            case MAP -> workflow.map(IN, OUT, (key, value, out) -> out.emit(value % 911, key));
            case REDUCE -> {
                workflow.map(IN, between, (key, value, out) -> {
                    out.emit(key / 2, value);
                    out.emit(value % 1_000, key);
                });
                workflow.reduce(between, OUT, (key, values, out) -> out.emit(key, hash(values)));
            }
            case JOIN -> {
                workflow.map(IN, between, (key, value, out) -> out.emit(key, value + 1));
                workflow.join(
                        between,
                        OTHER,
                        OUT,
                        JoinKind.FULL,
                        (key, a, b, out) -> out.emit(key, (a == null ? -1 : a) * 31 + (b == null ? -1 : b)));
            }
            case LOOKUP -> workflow.map(IN, OUT, new Lookup()).with(OTHER);
            case OWN -> {
                workflow.reduce(IN, OWN, (key, values, out) -> out.emit(key, hash(values)));
                workflow.repeat(
                                3,
                                body -> body.coGroup(
                                        List.of(OTHER, OWN),
                                        between,
                                        (key, values, out) ->
                                                out.emit(key, hash(values.of(OTHER)) + hash(values.of(OWN)))))
                        .carry(between, OTHER);
                workflow.map(between, OUT, (key, value, out) -> out.emit(value % 1_000, key));
            }
            case SORT -> workflow.sort(IN, OUT);
            case LOOP -> {
                workflow.repeat(4, body -> body.map(IN, between, (key, value, out) -> out.emit(key + 1, 3 * value)))
                        .carry(between, IN);
                workflow.reduce(between, OUT, (key, values, out) -> out.emit(key, hash(values)));
            }
            case IMPORT -> throw new IllegalArgumentException("not a job");
        }
        return workflow;
    }

    /** Looks up keys that are there and keys that are not. */
    private static final class Lookup implements Mapper<Long, Long, Long, Long> {
        private transient SideData<Long, Long> other;

        @Override
        public void setup(TaskContext context) {
            other = context.side(OTHER);
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, Long> out) {
            if (value % 20 == 0) {
                out.emit(key, other.getAll(-1 - value).size() + hash(other.getAll(key)));
            }
        }
    }

    private static long hash(Iterable<Long> values) {
        long hash = 7;
        for (long value : values) {
            hash = 31 * hash + value;
        }
        return hash;
    }
}
