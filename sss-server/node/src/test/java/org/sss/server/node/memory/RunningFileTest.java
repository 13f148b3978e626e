package org.sss.server.node.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.JobKind;

class RunningFileTest {
    @TempDir
    Path directory;

    private static TaskSpec task(String workflow, String job, int number) {
        return new TaskSpec(
                new TaskSpec.Id(workflow, job, JobKind.MAP, number, 0, 0),
                TaskSpec.Inputs.ofGroups(List.of(1L), List.of(), List.of()),
                TaskSpec.Outputs.ofGroups(List.of(2L)),
                new TaskSpec.Code("f", List.of(), Map.of(), List.of()),
                new TaskSpec.Limits(1, 0, 0),
                new ClusterMap("c", 1, List.of(), 4),
                List.of());
    }

    @Test
    void theNextProcessFindsTheTasksOfOneThatEndedAbruptly() {
        RunningFile running = RunningFile.open(directory);
        assertThat(running.before()).isEmpty();
        running.start(task("wf-1", "count words", 3));
        int ended = running.start(task("wf-1", "count words", 4));
        running.start(task("wf-2", "sum", 0));
        running.end(ended);
        assertThat(RunningFile.open(directory).before())
                .containsExactly(
                        new RanThen("wf-1", "count words", 0, "task 3"), new RanThen("wf-2", "sum", 0, "task 0"));
        assertThat(RunningFile.open(directory).before()).isEmpty();
    }

    @Test
    void anOrdinaryStopLeavesNothing() {
        RunningFile running = RunningFile.open(directory);
        running.start(task("wf-1", "count", 3));
        running.close();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aLongNameIsNotRecordedAndManyTasksAreRecordedAsFarAsThereIsRoom() {
        RunningFile running = RunningFile.open(directory);
        int none = running.start(task("wf-1", "x".repeat(600), 3));
        running.end(none);
        for (int i = 0; i < 300; i++) {
            running.start(task("wf-1", "count", i));
        }
        assertThat(none).isEqualTo(-1);
        assertThat(RunningFile.open(directory).before()).hasSize(256);
    }

    @Test
    void aDamagedFileIsIgnored() throws Exception {
        Files.write(
                directory.resolve(RunningFile.NAME),
                new byte[] {1, -1, '\n', 'a', ' ', '%', ' ', '1', '\n', 'w', ' ', 'j', ' ', 'x'});
        assertThat(RunningFile.open(directory).before()).containsExactly(new RanThen("a", "%", 0, "task 1"));
    }
}
