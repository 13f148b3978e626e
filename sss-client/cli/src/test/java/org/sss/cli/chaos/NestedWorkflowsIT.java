package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.LocalSettings;
import org.sss.client.SssClient;
import org.sss.net.control.NestingLevel;

/** Workflows that tasks submit and wait for, on a node with one thread for tasks. */
class NestedWorkflowsIT {
    private static final TupleGroup<Long, Long> ONE = TupleGroup.of("one", Codecs.LONG, Codecs.LONG);

    /** Of the functions, which run in this JVM. */
    private static SssClient client;

    private static CountDownLatch never;

    @BeforeEach
    void start() {
        never = new CountDownLatch(1);
        client = LocalCluster.start(1, LocalSettings.defaults().withTaskThreads(1));
        try (GroupWriter<Long, Long> writer = client.write(ONE)) {
            writer.append(1L, 1L);
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        never.countDown();
        client.close();
    }

    private static TupleGroup<Long, Long> out(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.LONG).replacing();
    }

    /**
     * Counts the nested tasks.
     *
     * @param inThread whether another thread than the task's waits for the next workflow
     */
    private record Deep(int depth, boolean inThread) implements Mapper<Long, Long, Long, Long> {
        @Override
        public void map(Long key, Long value, Emitter<Long, Long> out) {
            out.emit(
                    key,
                    depth == 0
                            ? 1
                            : 1
                                    + (inThread
                                            ? CompletableFuture.supplyAsync(
                                                            this::within, thread -> new Thread(thread).start())
                                                    .join()
                                            : within()));
        }

        private long within() {
            return run(depth - 1, inThread);
        }
    }

    private static long run(int depth, boolean inThread) {
        TupleGroup<Long, Long> out = out("deep-" + depth);
        Workflow workflow = Workflow.named("deep-" + depth).stallTimeout(Duration.ofSeconds(100));
        workflow.map(ONE, out, new Deep(depth, inThread));
        client.run(workflow);
        return client.get(out, 1L).get(0);
    }

    @Test
    void aTaskMayWaitForNestedWorkflows() {
        assertThat(run(NestingLevel.MAX, false)).isEqualTo(NestingLevel.MAX + 1);
        assertThat(run(3, true)).isEqualTo(4);
    }

    @Test
    void rejectsAWorkflowThatIsNestedTooDeeply() {
        assertThatThrownBy(() -> run(NestingLevel.MAX + 1, false))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("is submitted from within 9 nested tasks")
                .hasMessageContaining("the limit is 8");
    }

    @Test
    void failsATaskThatWaitsTooLongForAWorkflow() {
        Workflow waits = Workflow.named("waits").stallTimeout(Duration.ofSeconds(2));
        waits.map(ONE, out("waited"), (key, value, out) -> {
            Workflow hangs = Workflow.named("hangs");
            hangs.map(ONE, out("never"), (k, v, o) -> never.await());
            client.run(hangs);
        });
        assertThatThrownBy(() -> client.run(waits))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContaining("not returned for")
                .hasMessageContaining("NestedWorkflowsIT");
    }
}
