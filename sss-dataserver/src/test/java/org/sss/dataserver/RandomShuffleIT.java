package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.CONFIG;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Connection;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * Shuffles with failing, repeated and speculative attempts, several groups at once: nothing is lost, nothing comes
 * twice.
 */
final class RandomShuffleIT {
    private static final int SUBGROUPS = 5;
    private static final int TASKS = 12;

    @TempDir
    Path directory;

    private TestNode node;

    @ParameterizedTest
    @ValueSource(longs = {0, 100_000, 64 << 20})
    void whatWasPutByTheCommittedAttemptsIsReadOnceAndInOrder(long memoryBytes) throws Exception {
        long seed = System.nanoTime();
        System.out.println("RandomShuffleIT seed " + seed);
        ExecutorService tasks = Executors.newFixedThreadPool(8);
        node = TestNode.open(
                directory, CONFIG.withOpenSegments(6, 20_000).withMemoryBytes(memoryBytes), TcpTransport::new);
        try {
            List<Future<Void>> groups = new ArrayList<>();
            for (int group = 1; group <= 4; group++) {
                int id = group;
                groups.add(tasks.submit(() -> shuffle(id, new Random(seed + id))));
            }
            for (Future<Void> group : groups) {
                group.get(2, TimeUnit.MINUTES);
            }
        } finally {
            node.close();
            assertThat(node.server().memoryUsedBytes()).isZero();
            tasks.shutdownNow();
        }
    }

    private Void shuffle(long group, Random random) throws Exception {
        List<AttemptId> winners = new ArrayList<>();
        List<Tuples> model = new ArrayList<>();
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            model.add(new Tuples());
        }
        Stored put = Stored.NONE;
        for (int task = 0; task < TASKS; task++) {
            for (int failing = random.nextInt(3), attempt = 0; ; attempt++) {
                AttemptId id = new AttemptId("wf/job", task, attempt);
                List<Tuples> output = output(group, task);
                if (attempt < failing) {
                    fail(group, id, output, random);
                    continue;
                }
                put = put.plus(succeed(group, id, output));
                winners.add(id);
                for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
                    model.get(subgroup).addAll(output.get(subgroup));
                }
                break;
            }
            if (random.nextInt(4) == 0) { // a speculative attempt that nobody needed
                succeed(group, new AttemptId("wf/job", task, 99), output(group, task));
            }
        }
        assertThat(TupleTotals.of(node.server().commit(GroupKey.of(group), winners)))
                .isEqualTo(TupleTotals.of(put));
        check(group, model);
        return null;
    }

    /** What task {@code task} writes, the same at each attempt. */
    private static List<Tuples> output(long group, int task) {
        Random random = new Random(group * 1000 + task);
        List<Tuples> bySubgroup = new ArrayList<>();
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            Tuples tuples = new Tuples();
            for (int i = random.nextInt(800); i > 0; i--) {
                tuples.add(Tuples.bytes("key" + random.nextInt(300)), Tuples.bytes("value " + task + "/" + i));
            }
            bySubgroup.add(tuples);
        }
        return bySubgroup;
    }

    private Stored succeed(long group, AttemptId id, List<Tuples> output) {
        PutClient put = node.openPut(group, id);
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            put.put(subgroup, 0, output.get(subgroup), compression(id));
        }
        return put.finish();
    }

    /** Runs of one subgroup that are merged are compressed in different ways. */
    private static Compression compression(AttemptId id) {
        return Compression.values()[id.source() % Compression.values().length];
    }

    /** Breaks off somewhere: the stream, or the whole connection; or is aborted after it has finished. */
    private void fail(long group, AttemptId id, List<Tuples> output, Random random) {
        if (random.nextInt(3) == 0) {
            succeed(group, id, output);
            node.server().abort(group, id);
            return;
        }
        Connection connection = node.connect();
        PutClient put = new PutClient(connection, group, id);
        for (int subgroup = 0, end = random.nextInt(SUBGROUPS); subgroup < end; subgroup++) {
            put.put(subgroup, 0, output.get(subgroup), compression(id));
        }
        if (random.nextBoolean()) {
            put.fail();
        }
        connection.close();
    }

    private void check(long group, List<Tuples> model) {
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            assertThat(node.scan(group, subgroup, true)).isEqualTo(model.get(subgroup));
            assertThat(node.scan(group, subgroup, false)).isEqualTo(model.get(subgroup));
            assertThat(node.read(group, subgroup)).isEqualTo(model.get(subgroup));
        }
        node.server().drop(TestNode.keys(group));
    }
}
