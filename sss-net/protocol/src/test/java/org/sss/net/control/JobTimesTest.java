package org.sss.net.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.net.control.ThreadTimes.Phase;
import org.sss.net.rpc.Json;

class JobTimesTest {
    private static TaskTimes task(int number, long runMicros) {
        return new TaskTimes(number, 0, 0, 0, 0, new TaskTimes.PhaseMicros(0, 0, runMicros, 0, 0, 0, 0));
    }

    private static List<Integer> kept(int tasks, int jobs) {
        List<TaskTimes> all = IntStream.range(0, tasks)
                .mapToObj(number -> task(number, number % 2 == 0 ? 1_000 + number : number))
                .toList();
        return JobTimes.of(0, List.of(), all, jobs).tasks().stream()
                .map(TaskTimes::task)
                .toList();
    }

    @Test
    void keepsTheLongestTasksInTheirOrder() {
        assertThat(kept(1000, 1)).hasSize(1000);
        assertThat(kept(1002, 1))
                .hasSize(1000)
                .as("1 and 3 are the shortest")
                .startsWith(0, 2, 4, 5, 6)
                .isSorted();
    }

    @Test
    void jobsOfAWorkflowShareTheLimit() {
        assertThat(kept(10, 250)).containsExactly(2, 4, 6, 8);
        assertThat(kept(10, 5000)).as("one at least").containsExactly(8);
    }

    @Test
    void countsTheStartBackFromTheEnd() {
        Phase micros = new Phase(1, 10, 5);
        Progress progress = new Progress(4, 0, 0, 0, Map.of())
                .withTimes(new ThreadTimes(
                        2,
                        3,
                        micros,
                        new ThreadTimes.Input(micros, micros),
                        micros,
                        new ThreadTimes.Output(micros, micros, micros),
                        null,
                        100));
        TaskTimes times = TaskTimes.of(7, 1_000, 800, progress);
        assertThat(times)
                .isEqualTo(new TaskTimes(7, 2, 3, 900, 4, new TaskTimes.PhaseMicros(10, 10, 10, 10, 10, 10, 10)));
        assertThat(times.micros().sum()).isEqualTo(70);
        assertThat(TaskTimes.of(7, 1_000, 50, progress).startMicros())
                .as("not before it was called")
                .isEqualTo(950);
    }

    @Test
    void readsHistoriesOfEarlierVersions() {
        assertThat(Json.read("{\"openMillis\":1,\"threads\":[]}".getBytes(UTF_8), JobTimes.class, "a history"))
                .isEqualTo(new JobTimes(1, List.of(), List.of()));
    }
}
