package org.sss.spark.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.net.control.Progress;

class JobResultTest {
    private static TaskEnd end(int task) {
        return new TaskEnd(task, Progress.NONE, List.of(), List.of());
    }

    @Test
    void theEndOfEachTaskIsThereOnce() {
        new JobResult(List.of(end(0), end(1)), List.of(), List.of()).checkTasks("map-1", 2);
        assertThatThrownBy(() -> new JobResult(List.of(end(0)), List.of(), List.of()).checkTasks("map-1", 2))
                .hasMessageContaining("job 'map-1' has 2 tasks, and Spark brought the ends of 1, 1 in all");
        assertThatThrownBy(() -> new JobResult(List.of(end(0), end(0)), List.of(), List.of()).checkTasks("map-1", 2))
                .hasMessageContaining("the ends of 1, 2 in all");
    }
}
