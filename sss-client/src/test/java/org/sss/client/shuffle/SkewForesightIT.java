package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Codecs;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.Progress.OutputLoad;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport.State;

/** The sizes of subgroups, and the heaviest keys, are known before a reduce reads them. */
class SkewForesightIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<String, String> BETWEEN =
            TupleGroup.of("between", Codecs.STRING, Codecs.STRING).asTemporary();
    private static final TupleGroup<String, Long> SUMS = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
    private static final int TUPLES = 2_000;
    private static final String VALUE = "-".repeat(100);
    /** The functions of tasks run in this process. */
    private static final AtomicReference<CountDownLatch> LAST_MAP = new AtomicReference<>();

    private static final AtomicReference<CountDownLatch> REDUCES = new AtomicReference<>();

    private static OutputLoad load(WorkflowHandle handle) {
        return handle.status().jobs().get(0).progress().load();
    }

    @ParameterizedTest
    @EnumSource(Shuffle.class)
    void isKnownWhileMapsRunAndBeforeReducesEnd(Shuffle method) throws Exception {
        LAST_MAP.set(new CountDownLatch(1));
        REDUCES.set(new CountDownLatch(1));
        try (SssClient client = LocalCluster.start(3)) {
            try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
                for (long i = 0; i < TUPLES; i++) {
                    writer.append(i, i);
                }
                writer.commit();
            }
            Workflow workflow = Workflow.named("skewed").set(Shuffle.PARAMETER, method.methodName());
            workflow.map(NUMBERS, BETWEEN, (key, value, out) -> {
                if (key == 0) {
                    LAST_MAP.get().await();
                }
                out.emit(key % 2 == 0 ? "heavy" : "key-" + key, VALUE);
            });
            workflow.reduce(BETWEEN, SUMS, (key, values, out) -> {
                REDUCES.get().await();
                out.emit(key, 1L);
            });
            WorkflowHandle handle = client.submit(workflow);
            try {
                Awaitility.await().until(() -> load(handle) != null);
                assertThat(load(handle).subgroupBytes())
                        .hasSize(client.cluster().subgroupCount());
                LAST_MAP.get().countDown();
                Awaitility.await().until(() -> handle.status().jobs().get(1).state() == State.RUNNING);
                OutputLoad load = load(handle);
                assertThat(load.nodeBytes()).hasSize(3);
                assertThat(load.heaviest().get(0).key()).isEqualTo("<heavy>");
                assertThat((double) load.heaviest().get(0).bytes() / load.bytes())
                        .isBetween(0.4, 0.6);
            } finally {
                LAST_MAP.get().countDown();
                REDUCES.get().countDown();
            }
            assertThat(load(handle))
                    .isEqualTo(handle.await().jobs().get(0).progress().load());
        }
    }
}
