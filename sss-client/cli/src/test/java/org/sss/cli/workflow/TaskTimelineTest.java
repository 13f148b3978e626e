package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.client.JobStatistics.PhaseMicros;
import org.sss.client.JobStatistics.TaskTimes;

class TaskTimelineTest {
    private static TaskTimes task(long startMicros, PhaseMicros micros) {
        return new TaskTimes(0, 0, 0, startMicros, 1, micros);
    }

    private static TaskTimes run(long startMicros, long micros) {
        return task(startMicros, new PhaseMicros(0, 0, micros, 0, 0, 0, 0));
    }

    @Test
    void drawsPhasesOneAfterTheOther() {
        TaskTimes task = task(4_000, new PhaseMicros(1_000, 2_000, 6_000, 3_000, 2_000, 1_000, 1_000));
        assertThat(TaskTimeline.line(List.of(task), 20_000, 20)).isEqualTo("....orr######sssww" + "ft");
        assertThat(TaskTimeline.line(List.of(task), 20_000, 10)).isEqualTo("..or###swf");
    }

    @Test
    void drawsTheTasksOfAThreadAndTheTimeBetweenThem() {
        assertThat(TaskTimeline.line(List.of(run(0, 3_000), run(3_000, 1_000), run(6_000, 4_000)), 10_000, 10))
                .isEqualTo("####..####");
    }

    @Test
    void marksTasksThatTakeLessThanHalfOfACharacter() {
        assertThat(TaskTimeline.line(List.of(run(1_000, 10), run(1_020, 480), run(4_900, 500)), 10_000, 10))
                .isEqualTo(".:..::....");
    }

    @Test
    void showsThePhaseOfManyShortTasksThatTookMost() {
        List<TaskTimes> tasks = List.of(
                task(0, new PhaseMicros(0, 0, 200, 0, 0, 0, 300)), task(500, new PhaseMicros(0, 0, 200, 0, 0, 0, 300)));
        assertThat(TaskTimeline.line(tasks, 1_000, 1)).isEqualTo("t");
    }

    @Test
    void drawsTasksThatOverlapOrTakeNoTime() {
        assertThat(TaskTimeline.line(List.of(run(0, 2_000), run(1_500, 1_000)), 4_000, 4))
                .isEqualTo("###.");
        assertThat(TaskTimeline.line(List.of(run(0, 0)), 0, 3)).isEqualTo("...");
        assertThat(TaskTimeline.line(List.of(run(4_000, 0)), 4_000, 2)).isEqualTo("..");
    }
}
