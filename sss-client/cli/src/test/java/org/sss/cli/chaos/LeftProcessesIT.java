package org.sss.cli.chaos;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.io.exec.Executables;

/** Executables of a killed node. */
class LeftProcessesIT {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, String> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.STRING);

    @TempDir
    Path directory;

    @Test
    void processesEndWithTheirNodeEvenIfTheyDoNotReadInput() throws Exception {
        Path lines = Files.writeString(directory.resolve("lines.txt"), "a\n");
        Path pids = directory.resolve("pids");
        try (NodeProcesses nodes = NodeProcesses.start(directory, 1, "128m");
                SssClient client = nodes.client()) {
            client.importText("lines", List.of(lines));
            Workflow workflow = Workflow.named("hang");
            workflow.map(
                    LINES,
                    OUT,
                    Executables.mapper(
                                    "sh",
                                    "-c",
                                    "sleep 1000 & one=$!; two=$(sleep 1000 > /dev/null & echo $!); echo $$ $one $two > "
                                            + pids + ".new; mv " + pids + ".new " + pids + "; wait")
                            .from(Codecs.LONG, Codecs.STRING));
            client.submit(workflow);
            await().atMost(NodeProcesses.PATIENCE).until(() -> Files.exists(pids));
            nodes.kill(0);
            for (String pid : Files.readString(pids).strip().split(" ")) {
                await().atMost(NodeProcesses.PATIENCE)
                        .until(() -> ProcessHandle.of(Long.parseLong(pid))
                                .filter(ProcessHandle::isAlive)
                                .isEmpty());
            }
        }
    }
}
