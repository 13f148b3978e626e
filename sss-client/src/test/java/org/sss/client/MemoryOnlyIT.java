package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.JobOptions;
import org.sss.api.MapJob;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Jobs that fail instead of writing tuples to files, on nodes with little memory. */
class MemoryOnlyIT {
    private static final int NODES = 2;
    private static final long MEMORY_BYTES = 2 << 20;
    private static final long TASK_BUFFER_BYTES = 64 << 10;
    private static final int TASKS = 8;
    private static final int VALUE_BYTES = 1_000;
    /** Of each task: all together more than the memory. */
    private static final int MANY = 600;

    /** Of each task: all together less than the memory, but more than may stay there after a commit. */
    private static final int TOO_MANY_TO_STAY = 215;

    private static final int FEW = 20;

    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Bytes> MADE = TupleGroup.of("made", Codecs.LONG, Codecs.BYTES);
    private static final TupleGroup<Long, Long> COUNTS =
            TupleGroup.of("counts", Codecs.LONG, Codecs.LONG).replacing();

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(
                NODES, LocalSettings.defaults().withMemoryBytes(MEMORY_BYTES).withTaskBufferBytes(TASK_BUFFER_BYTES));
        try (GroupWriter<Long, Long> writer = client.write(INPUT)) {
            for (long i = 0; i < TASKS; i++) {
                writer.append(i, i);
            }
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private static MapJob<Long, Bytes> make(Workflow workflow, TupleGroup<Long, Bytes> output, int tuples) {
        return workflow.map(INPUT, output, (key, value, out) -> {
            for (long i = 0; i < tuples; i++) {
                out.emit(key * tuples + i, Bytes.of(new byte[VALUE_BYTES]));
            }
        });
    }

    private SssException failure(Workflow workflow, ErrorCode code) {
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e).isNotNull();
        assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
        return e;
    }

    @Test
    void aGroupInMemoryFailsIfItDoesNotFit() {
        Workflow only = Workflow.named("only");
        make(only, MADE.inMemory().replacing(), MANY).memoryOnly();
        assertThat(failure(only, ErrorCode.TOO_LARGE))
                .hasMessageContaining("made")
                .hasMessageMatching("(?s).*node [01].*")
                .hasMessageContaining("of data.memory are in use")
                .hasMessageContaining("run it without memory.only");

        Workflow full = Workflow.named("full");
        make(full, MADE.inMemory().replacing(), TOO_MANY_TO_STAY).memoryOnly();
        assertThat(failure(full, ErrorCode.TOO_LARGE))
                .hasMessageContaining("made")
                .hasMessageMatching("(?s).*node [01].*")
                .hasMessageContaining("of at most 1572864 by tuples that were committed");

        Workflow spills = Workflow.named("spills");
        make(spills, MADE.inMemory().replacing(), MANY);
        client.run(spills);
        assertThat(client.count(MADE.name())).isEqualTo(TASKS * MANY);
    }

    @ParameterizedTest
    @EnumSource(
            value = Shuffle.class,
            names = {"ON_DISK"},
            mode = EnumSource.Mode.EXCLUDE)
    void temporaryGroupsFailWithEachMethodIfTheyDoNotFit(Shuffle method) {
        for (int tuples : new int[] {FEW, MANY}) {
            Workflow workflow = Workflow.named("temporary")
                    .set(Shuffle.PARAMETER, method.methodName())
                    .set(JobOptions.MEMORY_ONLY, "true");
            make(workflow, MADE.asTemporary(), tuples);
            workflow.reduce(MADE.asTemporary(), COUNTS, (key, values, out) -> out.emit(key, 1L));
            if (tuples == FEW) {
                client.run(workflow);
                assertThat(client.count(COUNTS.name())).isEqualTo(TASKS * FEW);
            } else {
                assertThat(failure(workflow, ErrorCode.TOO_LARGE))
                        .hasMessageContaining("made")
                        .hasMessageMatching("(?s).*node [01].*")
                        .hasMessageContaining("data.memory")
                        .hasMessageContaining("run it without memory.only");
            }
        }
    }

    @Test
    void valuesThatATaskCannotSortInMemoryFailTheJob() {
        Workflow workflow = Workflow.named("sorts");
        make(workflow, MADE, FEW);
        client.run(workflow);
        Workflow sorting = Workflow.named("sorting");
        TupleGroup<Long, Bytes> one = TupleGroup.of("one", Codecs.LONG, Codecs.BYTES);
        sorting.map(MADE, one.asTemporary(), (key, value, out) -> out.emit(0L, value));
        sorting.reduce(one.asTemporary(), COUNTS, (key, values, out) -> {
                    long count = 0;
                    for (Bytes value : values) {
                        count += value.length() / VALUE_BYTES;
                    }
                    out.emit(key, count);
                })
                .orderValues()
                .memoryOnly();
        assertThat(failure(sorting, ErrorCode.TOO_LARGE))
                .hasMessageContaining("the values of a key take more memory than a task at node")
                .hasMessageContaining("task.buffer");
    }

    @Test
    void onDiskIsRefusedBeforeTheFirstTask() {
        Workflow workflow = Workflow.named("files");
        make(workflow, MADE.asTemporary(), FEW).memoryOnly().shuffle(Shuffle.ON_DISK);
        workflow.reduce(MADE.asTemporary(), COUNTS, (key, values, out) -> out.emit(key, 1L));
        assertThat(failure(workflow, ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("'on-disk' stores tuples in files, which memory.only of this job refuses")
                .hasMessageContaining("shuffle.method=dsa-sms");
    }

    @Test
    void anotherValueIsRefused() {
        Workflow workflow = Workflow.named("wrong").set(JobOptions.MEMORY_ONLY, "yes");
        make(workflow, MADE, FEW);
        assertThat(failure(workflow, ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("parameter memory.only is 'yes'; it must be true or false");
    }
}
