package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.Codecs;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.control.Progress;
import org.sss.server.task.output.MemoryRuns;

/** The order in which a Map reads a subgroup of several runs. */
@Timeout(60)
class MapOrderTest {
    private static final TupleGroup<String, String> LETTERS = TupleGroup.of("letters", Codecs.STRING, Codecs.STRING);

    private final TaskBed bed = new TaskBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void whatItsWorkflowHasWrittenIsReadInTheSameOrderWhereverItsRunsAreCut() {
        List<Long> own = List.of(TaskBed.INPUT_GROUP);
        assertThat(read(own, "a1 b1 d1", "a2 c1", "d2")).isEqualTo("a1 a2 b1 c1 d1 d2");
        assertThat(read(own, "a1", "b1 d1", "a2", "c1 d2")).isEqualTo("a1 a2 b1 c1 d1 d2");
        assertThat(read(own, "a1 a2 b1 c1 d1 d2")).isEqualTo("a1 a2 b1 c1 d1 d2");
        assertThat(read(own)).isEmpty();
    }

    @Test
    void anyOtherGroupIsReadAsItIsStored() {
        assertThat(read(List.of(), "a1 b1 d1", "a2 c1", "d2")).isEqualTo("a1 b1 d1 a2 c1 d2");
    }

    @Test
    void largeValuesAreReadInThatOrderToo() {
        String large = "x".repeat(700_000);
        MemoryRuns input = runs("a1 b1", "a" + large + " c1");
        List<Integer> lengths = new ArrayList<>();
        Progress progress = bed.runner(
                        Workflow.named("w").map(LETTERS, LETTERS, (key, value, out) -> lengths.add(value.length())),
                        input,
                        List.of(TaskBed.INPUT_GROUP))
                .run();
        assertThat(lengths).containsExactly(1, 700_000, 1, 1);
        assertThat(progress.tuplesIn()).isEqualTo(4);
    }

    /** @param runs of tuples that are a letter, the key, and its value */
    private String read(List<Long> ownGroups, String... runs) {
        List<String> seen = new ArrayList<>();
        MapJob<String, String> job =
                Workflow.named("w").map(LETTERS, LETTERS, (key, value, out) -> seen.add(key + value));
        bed.runner(job, runs(runs), ownGroups).run();
        return String.join(" ", seen);
    }

    private static MemoryRuns runs(String... runs) {
        MemoryRuns input = new MemoryRuns();
        for (String run : runs) {
            input.addRun(
                    0,
                    Arrays.stream(run.split(" "))
                            .map(tuple -> new byte[][] {
                                TaskBed.encode(Codecs.STRING, tuple.substring(0, 1)),
                                TaskBed.encode(Codecs.STRING, tuple.substring(1))
                            })
                            .toList());
        }
        return input;
    }
}
