package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.client.WorkflowReport.State;

/** Several concurrent workflows. The order of events is checked by events that the test itself causes. */
class FairShareIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final int LONG_TASKS = 200;

    /** Of the functions, which run in this JVM. */
    private static CountDownLatch release;

    private static AtomicInteger started;

    private SssClient client;

    @BeforeEach
    void start() {
        release = new CountDownLatch(1);
        started = new AtomicInteger();
        client = LocalCluster.start(2);
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            Map.of(1L, 10L, 2L, 20L, 3L, 30L, 4L, 40L).forEach(writer::append);
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        release.countDown();
        client.close();
    }

    /** One tuple in each of many splits. */
    private record Ones(int count) implements TupleSource<Long, Long> {
        @Override
        public String name() {
            return "ones";
        }

        @Override
        public List<Split> splits() {
            return IntStream.range(0, count)
                    .mapToObj(i -> new Split("one " + i, new byte[] {(byte) i}))
                    .toList();
        }

        @Override
        public void read(Split split, TupleSink<Long, Long> to) {
            to.accept((long) split.data()[0], 1L);
        }
    }

    private WorkflowHandle submitLong(String name) {
        Workflow workflow = Workflow.named(name);
        workflow.map(new Ones(LONG_TASKS), TupleGroup.of(name, Codecs.LONG, Codecs.LONG), (key, one, out) -> {
            started.incrementAndGet();
            release.await();
            out.emit(key, one);
        });
        return client.submit(workflow);
    }

    private static Workflow replacing(String name, String output) {
        Workflow workflow = Workflow.named(name);
        workflow.map(NUMBERS, TupleGroup.of(output, Codecs.LONG, Codecs.LONG).replacing(), (key, n, out) -> {
            release.await();
            out.emit(key, n);
        });
        return workflow;
    }

    /** As when a program is started again while it still runs. */
    @Test
    void twoWorkflowsOfOneNameDoNotReplaceOneGroup() {
        WorkflowHandle first = client.submit(replacing("report", "totals"));
        assertThatThrownBy(() -> client.submit(replacing("report", "totals")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("workflow 'report' is running already, as " + first.id())
                .hasMessageContaining("both replace group 'totals'")
                .hasMessageContaining("sss wait " + first.id());
        WorkflowHandle other = client.submit(replacing("report", "other"));
        WorkflowHandle named = client.submit(replacing("named", "totals"));
        client.submit(replacing("cancelled", "third")).cancel();
        WorkflowHandle again = client.submit(replacing("cancelled", "third"));
        release.countDown();
        List.of(first, other, named, again).forEach(WorkflowHandle::await);
        client.run(replacing("report", "totals"));
        client.run(replacing("report", "totals"));
        assertThat(client.workflows()).hasSize(7);
    }

    private static Workflow small(String output) {
        TupleGroup<Long, Long> doubled =
                TupleGroup.of(output + "-doubled", Codecs.LONG, Codecs.LONG).asTemporary();
        Workflow workflow = Workflow.named(output);
        workflow.map(NUMBERS, doubled, (key, n, out) -> out.emit(key % 2, 2 * n));
        workflow.reduce(doubled, TupleGroup.of(output, Codecs.LONG, Codecs.LONG), (key, ns, out) -> {
            long sum = 0;
            for (long n : ns) {
                sum += n;
            }
            out.emit(key, sum);
        });
        return workflow;
    }

    /** No task thread is left to others: nodes of one JVM share its cores, and run one task at once each, or more. */
    private void awaitAllThreadsTaken() {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        Awaitility.await()
                .untilAsserted(() -> assertThat(client.admin().status().nodes())
                        .allMatch(node -> node.status().tasksRunning() >= threads));
    }

    @Test
    void aSmallWorkflowEndsWhileALongOneHasAllThreadsAndEndsNoTask() {
        WorkflowHandle huge = submitLong("huge");
        awaitAllThreadsTaken();

        client.run(small("sums"));

        assertThat(client.get(TupleGroup.of("sums", Codecs.LONG, Codecs.LONG), 0L))
                .containsExactly(120L);
        WorkflowReport status = huge.status();
        assertThat(status.state()).isEqualTo(State.RUNNING);
        assertThat(status.jobs().get(0).tasksDone()).isZero();
        assertThat(started.get()).isLessThan(LONG_TASKS);

        release.countDown();
        assertThat(huge.await().state()).isEqualTo(State.SUCCEEDED);
        assertThat(client.count("huge")).isEqualTo(LONG_TASKS);
    }

    @Test
    void smallWorkflowsEndOneAfterAnotherUntilTheLongOneIsCancelled() {
        WorkflowHandle huge = submitLong("huge");
        awaitAllThreadsTaken();

        for (int i = 0; i < 3; i++) {
            client.run(small("sums-" + i));
        }

        assertThat(huge.status().jobs().get(0).tasksDone()).isZero();
        huge.cancel();
        Awaitility.await().until(() -> huge.status().state() == State.CANCELLED);
        assertThat(client.groups())
                .extracting(group -> group.name())
                .containsExactly("numbers", "sums-0", "sums-1", "sums-2");
    }
}
