package org.sss.server.task.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Grouping;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.server.task.TaskBed;

/**
 * Runs show where tuples were: a table of 64 KiB has 24 chunks, one for each new key, and is written whenever they are
 * used up.
 */
@Timeout(60)
class GroupingTest {
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Bytes, Bytes> OUT = TupleGroup.of("out", Codecs.BYTES, Codecs.BYTES);
    private static final int CHUNKS = 24;
    private static final int ROUNDS = 20;

    @Test
    void keysThatAreAllDifferentAreGroupedSortedOrOneAfterTheOther() {
        assertThat(runs(GroupingTest::differentKeys, false, Grouping.AUTO))
                .as("one of the table, one that is sorted")
                .isEqualTo(2);
        assertThat(runs(GroupingTest::differentKeys, false, Grouping.HASH))
                .as("all of the table")
                .isEqualTo(ROUNDS);
        assertThat(runs(GroupingTest::differentKeys, false, Grouping.SORT)).isEqualTo(1);
    }

    @Test
    void keysThatComeAgainAndAgainAreGroupedUnlessTheyAreToBeSorted() {
        int grouped = runs(GroupingTest::fewKeys, false, Grouping.AUTO);
        assertThat(runs(GroupingTest::fewKeys, false, Grouping.HASH)).isEqualTo(grouped);
        assertThat(runs(GroupingTest::fewKeys, false, Grouping.SORT)).isNotEqualTo(grouped);
    }

    @Test
    void theJobOverridesTheNode() {
        assertThat(runs(run(GroupingTest::differentKeys, false, Grouping.SORT, job -> job.grouping(Grouping.HASH))))
                .isEqualTo(ROUNDS);
        assertThat(runs(run(GroupingTest::differentKeys, false, Grouping.HASH, job -> job.grouping(Grouping.SORT))))
                .isEqualTo(1);
        assertThat(runs(run(GroupingTest::differentKeys, false, Grouping.HASH, job -> job.grouping(Grouping.AUTO))))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void whatNoTableCanTakeIsSorted(Grouping grouping) {
        assertThat(runs(GroupingTest::differentKeys, true, grouping))
                .as("by a partitioner")
                .isEqualTo(1);
        int runs = grouping == Grouping.SORT ? 1 : 2;
        assertThat(runs(GroupingTest::aLargeValueAndDifferentKeys, false, grouping))
                .as("runs")
                .isEqualTo(runs);
    }

    @Test
    void theOutputIsTheSame() {
        List<Map<Bytes, List<Bytes>>> outputs = new ArrayList<>();
        for (Grouping grouping : Grouping.values()) {
            try (TaskBed bed = run(
                    out -> {
                        differentKeys(out);
                        fewKeys(out);
                        aLargeValueAndDifferentKeys(out);
                        fewKeys(out);
                    },
                    false,
                    grouping)) {
                Map<Bytes, List<Bytes>> all = new TreeMap<>();
                IntStream.range(0, TaskBed.SUBGROUPS).forEach(subgroup -> all.putAll(bed.output(subgroup)));
                outputs.add(all);
            }
        }
        assertThat(outputs.get(0)).hasSize(CHUNKS * ROUNDS);
        assertThat(outputs.get(1)).isEqualTo(outputs.get(0));
        assertThat(outputs.get(2)).isEqualTo(outputs.get(0));
    }

    private static void differentKeys(Emitter<Bytes, Bytes> out) {
        for (int i = 0; i < CHUNKS * ROUNDS; i++) {
            out.emit(key(i), Bytes.of("v"));
        }
    }

    private static void fewKeys(Emitter<Bytes, Bytes> out) {
        for (int i = 0; i < 20_000; i++) {
            out.emit(key(i % 5), Bytes.of("value " + i));
        }
    }

    private static void aLargeValueAndDifferentKeys(Emitter<Bytes, Bytes> out) {
        out.emit(key(0), Bytes.of("before"));
        out.emit(key(0), Bytes.of("x".repeat(GroupTable.CHUNK_BYTES)));
        differentKeys(out);
    }

    private static Bytes key(int number) {
        return Bytes.of("key " + number);
    }

    /** Of the subgroup that has most. */
    private static int runs(Emission emission, boolean partitions, Grouping grouping) {
        return runs(run(emission, partitions, grouping));
    }

    private static int runs(TaskBed ended) {
        try (TaskBed bed = ended) {
            return IntStream.range(0, TaskBed.SUBGROUPS)
                    .map(bed::runCount)
                    .max()
                    .orElseThrow();
        }
    }

    private static TaskBed run(Emission emission, boolean partitions, Grouping grouping) {
        return run(emission, partitions, grouping, job -> {});
    }

    /** @param grouping of the node */
    private static TaskBed run(
            Emission emission, boolean partitions, Grouping grouping, Consumer<MapJob<Bytes, Bytes>> options) {
        MemoryRuns input = new MemoryRuns();
        byte[] number = TaskBed.encode(Codecs.LONG, 0L);
        input.addRun(0, List.<byte[][]>of(new byte[][] {number, number}));
        MapJob<Bytes, Bytes> job = Workflow.named("w").map(INPUT, OUT, (key, value, out) -> emission.to(out));
        if (partitions) {
            job.partitionBy((key, value, count) -> value.length() % count);
        }
        options.accept(job);
        TaskBed bed = new TaskBed();
        bed.runner(job, input, grouping).run();
        return bed;
    }

    private interface Emission {
        void to(Emitter<Bytes, Bytes> out);
    }
}
