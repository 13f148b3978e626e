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
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.config.NodeConfig;

/** Node 0 in this JVM, node 1 in another one, which gets SIGTERM or SIGKILL. */
class NodeProcessIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final Transport transport = new AuthTransport(new TcpTransport(), TokenFile::ofUser);
    private Node coordinator;
    private NodeProcess other;
    private TestClient client;

    @BeforeEach
    void start() throws IOException {
        NodeConfig config = NodeConfig.load(writeConfig(0, writeAddresses()));
        coordinator = Node.start(config);
        other = NodeProcess.start(writeConfig(1, Files.readString(directory.resolve("addresses"))));
        client = new TestClient(transport, config.self().server());
        awaitOther();
    }

    private void awaitOther() {
        await().atMost(TIMEOUT).until(() -> other.output().contains("node 1 ready: server 127.0.0.1:"));
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        coordinator.close();
        transport.close();
    }

    private String writeAddresses() throws IOException {
        StringBuilder addresses = new StringBuilder();
        try (ServerSocket a = new ServerSocket(0);
                ServerSocket b = new ServerSocket(0);
                ServerSocket c = new ServerSocket(0);
                ServerSocket d = new ServerSocket(0)) {
            addresses.append("127.0.0.1:").append(a.getLocalPort()).append(':').append(b.getLocalPort());
            addresses.append(",127.0.0.1:").append(c.getLocalPort()).append(':').append(d.getLocalPort());
        }
        Files.writeString(directory.resolve("addresses"), addresses);
        return addresses.toString();
    }

    private Path writeConfig(int id, String addresses) throws IOException {
        return Files.write(
                directory.resolve("node-" + id + ".properties"),
                List.of(
                        "node.id = " + id,
                        "cluster.nodes = " + addresses,
                        "data.dir = " + directory.resolve("node-" + id),
                        "task.threads = 2",
                        "task.nodePatience = 1s",
                        "task.buffer = 1MiB",
                        "net.io = nio"));
    }

    private int tasksOfNode1() {
        return client.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class)
                .nodes()
                .get(1)
                .status()
                .tasksRunning();
    }

    private static Workflow copyLines() {
        Workflow workflow = Workflow.named("copy");
        workflow.map(
                TupleGroup.of("lines", Codecs.LONG, Codecs.STRING),
                TupleGroup.of("copy", Codecs.STRING, Codecs.LONG).replacing(),
                new PatientMapper());
        return workflow;
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
    void killedNodeFailsWorkflowAndRejoinsAfterRestart() throws Exception {
        client.writeLines("lines", Stream.generate(() -> "wait").limit(50).toList());
        String id = client.submit(copyLines(), jar()).id();
        await().atMost(TIMEOUT).until(() -> tasksOfNode1() > 0);
        other.close();
        WorkflowStatus end = client.follow(id);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(end.error().message()).contains("node 1 (127.0.0.1:", "was lost", "job 'map-1' in " + id);

        assertThat(other.exitCode()).isNotZero();
        other = NodeProcess.start(directory.resolve("node-1.properties"));
        awaitOther();
        assertThat(client.countTuples("lines")).isEqualTo(50);
    }

    @Test
    void loadsFunctionsFromJars() throws IOException {
        client.writeLines("lines", List.of("a", "b", "a", "c"));
        WorkflowStatus end = client.follow(client.submit(copyLines(), jar()).id());
        assertThat(end.error()).isNull();
        assertThat(client.readCounts("copy")).isEqualTo(Map.of("a", 2L, "b", 1L, "c", 1L));
    }

    @Test
    void missingJarIsUserError() {
        client.writeLines("lines", List.of("a"));
        WorkflowStatus end = client.run(copyLines());
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().message()).contains("PatientMapper");
    }

    @Test
    void sigtermClosesData() throws Exception {
        client.writeLines("lines", List.of("a", "b", "c", "d", "e"));
        assertThat(other.terminate()).isEqualTo(128 + 15);
        other = NodeProcess.start(directory.resolve("node-1.properties"));
        awaitOther();
        assertThat(client.countTuples("lines")).isEqualTo(5);
    }
}
