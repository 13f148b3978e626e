package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.Loaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/**
 * Libraries find what was sent with a job by the context class loader, also where SSS's own code calls the function.
 */
@SuppressWarnings("try") // a node that is only stopped in the end
class ContextLoaderIT {
    @TempDir
    Path directory;

    @Test
    void functionsOfAllKindsOfJobsHaveTheirOwnClassLoader() throws IOException {
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        Path text = Files.writeString(directory.resolve("text.txt"), "one\n");
        String address = "127.0.0.1:" + FreePorts.one();
        NodeConfig config = NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        address + ":" + FreePorts.one(),
                        "data.dir",
                        directory.resolve("node").toString(),
                        "task.buffer",
                        "1MiB"));
        try (Node node = Node.start(config);
                SssClient client = SssClient.connect(address)) {
            client.importText("lines", List.of(text));
            client.run(Loaders.workflow(lines));
            for (String kind : List.of("map", "reduce", "join", "cross")) {
                assertThat(client.get(Loaders.out(lines, kind), 0L)).as(kind).containsExactly("own");
            }
        }
    }
}
