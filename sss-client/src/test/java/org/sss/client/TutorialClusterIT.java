package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.cli.DefaultParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** The programming guide, clusters: each test is one example, quoted in docs/guide. */
@SuppressWarnings("try") // a node that is only stopped in the end
class TutorialClusterIT {
    @TempDir
    Path directory;

    /** A function as a class, which may have fields; each task has a copy of its own. */
    static final class Length implements Mapper<Long, String, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final long atLeast;

        Length(long atLeast) {
            this.atLeast = atLeast;
        }

        @Override
        public void map(Long offset, String line, Emitter<Long, Long> out) {
            if (line.length() >= atLeast) {
                out.emit(offset, (long) line.length());
            }
        }
    }

    @Test
    void runAJobOnACluster() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "one\ntwo three\n");
        Path result = directory.resolve("lengths.tsv");
        String address = "127.0.0.1:" + FreePorts.one();

        try (Node node = Node.start(config(address))) {
            TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
            TupleGroup<Long, Long> lengths = TupleGroup.of("lengths", Codecs.LONG, Codecs.LONG);
            Workflow workflow = Workflow.named("lengths");
            workflow.map(lines, lengths, new Length(4));

            try (SssClient client = SssClient.connect(address)) {
                client.importText("lines", List.of(text));
                client.run(workflow);
                client.export("lengths", result);
            }
        }
        assertThat(result).hasContent("4\t9\n");
    }

    /** A program with methods like this one is usual; its lambdas must be read where no client is. */
    private static WorkflowReport submit(SssClient client, Workflow workflow) {
        return client.run(workflow);
    }

    @Test
    void lambdasOfAClassWhoseMethodsTakeAClientRunOnACluster() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "one\ntwo three\n");
        String address = "127.0.0.1:" + FreePorts.one();

        try (Node node = Node.start(config(address)); SssClient client = SssClient.connect(address)) {
            client.importText("lines", List.of(text));
            Workflow workflow = Workflow.named("upper");
            workflow.map(TupleGroup.of("lines", Codecs.LONG, Codecs.STRING),
                    TupleGroup.of("upper", Codecs.LONG, Codecs.STRING),
                    (offset, line, out) -> out.emit(offset, line.toUpperCase(Locale.ROOT)));
            submit(client, workflow);
            assertThat(client.scan(TupleGroup.of("upper", Codecs.LONG, Codecs.STRING)).toList())
                    .containsExactly(Map.entry(0L, "ONE"), Map.entry(4L, "TWO THREE"));
        }
    }

    @Test
    void sendALibraryWithTheCode() throws Exception {
        Path text = Files.writeString(directory.resolve("text.txt"), "-u ann\n-u bob\n");
        Path library = Path.of(DefaultParser.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> users = TupleGroup.of("users", Codecs.STRING, Codecs.LONG);
        String address = "127.0.0.1:" + FreePorts.one();

        try (Node node = Node.start(config(address)); SssClient client = SssClient.connect(address)) {
            client.importText("lines", List.of(text));
            Workflow without = Workflow.named("users");
            without.map(lines, users, new Users());
            assertThatThrownBy(() -> client.run(without)).hasMessageContaining("class org.apache.commons.cli.")
                    .hasMessageContaining("is missing").hasMessageContaining("Workflow.addJar");

            Workflow workflow = Workflow.named("users").addJar(library);
            workflow.map(lines, users, new Users());
            client.run(workflow);

            assertThat(client.scan(users).toList()).containsExactly(Map.entry("ann", 0L), Map.entry("bob", 7L));
        }
    }

    @Test
    void keepGroupsInADirectory() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        Path data = directory.resolve("data");

        try (SssClient client = LocalCluster.start(2, data); GroupWriter<String, Long> writer = client.write(stock)) {
            writer.append("apple", 3L);
            writer.commit();
        }
        try (SssClient client = LocalCluster.start(2, data)) {
            assertThat(client.get(stock, "apple")).containsExactly(3L);
        }
    }

    private NodeConfig config(String address) throws IOException {
        return NodeConfig.of("test", Map.of("node.id", "0", "cluster.nodes", address + ":" + FreePorts.one(),
                "data.dir", directory.resolve("node").toString(), "task.buffer", "1MiB"));
    }
}
