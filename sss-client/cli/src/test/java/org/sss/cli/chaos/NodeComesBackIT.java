package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport.State;
import org.sss.client.examples.WordCount;

/** Nodes that die during a job and are restarted before the job's timeout. */
class NodeComesBackIT {
    private static final int LINES = 100;

    @TempDir
    Path directory;

    /** Its tasks wait until {@code end} exists. */
    private static Workflow waiting(Path end) {
        String name = end.toString();
        Workflow workflow = Workflow.named("waiting");
        workflow.map(WordCount.lines("lines"), TupleGroup.of("copy", Codecs.LONG, Codecs.BYTES), (at, line, out) -> {
            while (!new File(name).exists()) {
                Thread.sleep(20);
            }
            out.emit(at, line);
        });
        return workflow;
    }

    /** With the default timeout of jobs. */
    @Test
    void aJobSurvivesTheRestartOfANode() throws IOException {
        Path text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList());
        Path end = directory.resolve("end");
        try (NodeProcesses nodes = NodeProcesses.start(directory, 2, "96m", "task.threads = 1");
                SssClient client = nodes.client()) {
            client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
            WorkflowHandle job = client.submit(waiting(end));
            await().atMost(NodeProcesses.PATIENCE).until(() -> tasksRunning(client) == 2);
            nodes.kill(1);
            nodes.start(1);
            nodes.awaitAllWell();
            Files.createFile(end);
            assertThat(job.follow(status -> {}).state()).isEqualTo(State.SUCCEEDED);
            assertThat(client.count("copy")).isEqualTo(LINES);
        }
    }

    /** Temporary groups are in the memory of the nodes. */
    @Test
    void rewritesTemporaryGroupsLostWithANode() throws IOException {
        Path text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList());
        Path end = directory.resolve("end");
        String endName = end.toString();
        TupleGroup<Long, Bytes> between =
                TupleGroup.of("between", Codecs.LONG, Codecs.BYTES).asTemporary();
        Workflow workflow = Workflow.named("two");
        workflow.map(WordCount.lines("lines"), between, (at, line, out) -> out.emit(at, line));
        workflow.reduce(between, TupleGroup.of("copy", Codecs.LONG, Codecs.BYTES), (at, lines, out) -> {
            while (!new File(endName).exists()) {
                Thread.sleep(20);
            }
            for (Bytes line : lines) {
                out.emit(at, line);
            }
        });
        try (NodeProcesses nodes = NodeProcesses.start(
                        directory.resolve("temporary"), 2, "96m", "task.threads = 1", "task.nodePatience = 60s");
                SssClient client = nodes.client()) {
            client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
            WorkflowHandle job = client.submit(workflow);
            await().atMost(NodeProcesses.PATIENCE)
                    .until(() -> job.status().jobs().get(1).state() == State.RUNNING && tasksRunning(client) == 2);
            nodes.kill(1);
            nodes.start(1);
            nodes.awaitAllWell();
            Files.createFile(end);
            assertThat(job.follow(status -> {}).error()).isNull();
            assertThat(client.count("copy")).isEqualTo(LINES);
        }
    }

    private static int tasksRunning(SssClient client) {
        return client.admin().status().nodes().stream()
                .mapToInt(node -> node.status() == null ? 0 : node.status().tasksRunning())
                .sum();
    }
}
