package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.shm.ShmRings;
import org.sss.net.transport.tcp.TcpTransport;

/** Three processes count words; with shared memory between them the answer is the same. */
class ShmClusterIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int NODES = 3;
    private static final List<String> LINES =
            IntStream.range(0, 20_000).mapToObj(line -> "word " + line % 700).toList();

    @TempDir
    Path directory;

    private final Transport transport = new AuthTransport(new TcpTransport(), TokenFile::ofUser);
    private final List<NodeProcess> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(NodeProcess::close);
        transport.close();
    }

    private NodeAddress start(String... settings) throws IOException {
        int[] ports = freePorts();
        String addresses = IntStream.range(0, NODES)
                .mapToObj(node -> "127.0.0.1:" + ports[2 * node] + ":" + ports[2 * node + 1])
                .collect(Collectors.joining(","));
        for (int node = 0; node < NODES; node++) {
            List<String> lines = new ArrayList<>(List.of(
                    "node.id = " + node,
                    "cluster.nodes = " + addresses,
                    "data.dir = " + directory.resolve("node-" + node),
                    "task.threads = 2",
                    "task.buffer = 1MiB"));
            lines.addAll(List.of(settings));
            NodeProcess started =
                    NodeProcess.start(Files.write(directory.resolve("node-" + node + ".properties"), lines));
            nodes.add(started);
            await().atMost(TIMEOUT).until(() -> started.output().contains(" ready: server "));
        }
        return new NodeAddress("127.0.0.1", ports[0]);
    }

    private static int[] freePorts() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * NODES; i++) {
                sockets.add(new ServerSocket(0));
            }
            return sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private Map<String, Long> countWords(NodeAddress server) throws IOException {
        try (TestClient client = new TestClient(transport, server)) {
            client.writeLines("lines", LINES);
            Workflow workflow = Workflow.named("count");
            workflow.map(
                    TupleGroup.of("lines", Codecs.LONG, Codecs.STRING),
                    TupleGroup.of("counts", Codecs.STRING, Codecs.LONG),
                    new PatientMapper());
            WorkflowStatus end = client.follow(client.submit(workflow, jar()).id());
            assertThat(end.error()).isNull();
            return client.readCounts("counts");
        }
    }

    private static byte[] jar() throws IOException {
        String entry = PatientMapper.class.getName().replace('.', '/') + ".class";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes);
                InputStream content = PatientMapper.class.getClassLoader().getResourceAsStream(entry)) {
            jar.putNextEntry(new JarEntry(entry));
            content.transferTo(jar);
        }
        return bytes.toByteArray();
    }

    @Test
    @EnabledIf("works")
    void dataGoesThroughSharedMemory() throws IOException {
        NodeAddress server = start("net.transport = shm", "net.transport.required = true", "net.ring.size = 1MiB");
        assertThat(countWords(server)).isEqualTo(expected());
        for (NodeProcess node : nodes) {
            assertThat(node.output()).contains("uses shm for data: two rings of ");
        }
        try (TestClient client = new TestClient(transport, server)) {
            ClusterStatus status = client.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class);
            assertThat(status.nodes())
                    .allSatisfy(node -> assertThat(node.status().rings())
                            .hasSize(NODES - 1)
                            .allSatisfy(ring -> assertThat(ring.sentBytes()).isPositive()));
        }
    }

    static boolean works() {
        return Files.isWritable(ShmRings.DIRECTORY);
    }

    @Test
    void theSocketIsTheDefault() throws IOException {
        assertThat(countWords(start())).isEqualTo(expected());
        for (NodeProcess node : nodes) {
            assertThat(node.output()).doesNotContain("two rings");
        }
    }

    private static Map<String, Long> expected() {
        return LINES.stream().collect(Collectors.groupingBy(line -> line, Collectors.counting()));
    }
}
