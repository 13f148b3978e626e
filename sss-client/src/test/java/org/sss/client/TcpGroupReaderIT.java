package org.sss.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.KeyHash;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** Nodes of this JVM, whose client comes by TCP; without security, as one test forwards a port. */
final class TcpGroupReaderIT extends GroupReaderContract {
    @TempDir
    Path directory;

    private final List<Node> nodes = new ArrayList<>();
    private String address;

    @Override
    SssClient start() throws IOException {
        List<Integer> ports = FreePorts.take(4);
        String addresses =
                "127.0.0.1:" + ports.get(0) + ":" + ports.get(1) + ",127.0.0.1:" + ports.get(2) + ":" + ports.get(3);
        for (int id = 0; id < 2; id++) {
            nodes.add(Node.start(NodeConfig.of(
                    "test",
                    Map.of(
                            "node.id",
                            Integer.toString(id),
                            "cluster.nodes",
                            addresses,
                            "data.dir",
                            directory.resolve("node-" + id).toString(),
                            "task.buffer",
                            "1MiB",
                            "security",
                            "off"))));
        }
        nodes.forEach(node -> node.awaitReady(Duration.ofSeconds(30)));
        address = "127.0.0.1:" + ports.get(0);
        return SssClient.connect(address, () -> Credentials.NONE);
    }

    /**
     * What the other nodes have of the group, which would have to be asked for a subgroup without tuples, is not needed
     * then.
     */
    @Test
    void singleKeysAreReadWhileTheNodeOfOthersIsDown() {
        TupleGroup<Long, Bytes> group = TupleGroup.of("half", Codecs.LONG, Codecs.BYTES);
        try (SssClient client = SssClient.connect(address, () -> Credentials.NONE)) {
            try (GroupWriter<Long, Bytes> writer = client.write(group)) {
                LongStream.range(0, 100).forEach(key -> writer.append(key, Bytes.of("one".getBytes(UTF_8))));
                writer.commit();
            }
            Set<Integer> first = client.stat("half").subgroups().stream()
                    .filter(placed -> placed.node() == 0)
                    .map(placed -> placed.stat().subgroup())
                    .collect(Collectors.toSet());
            List<Long> keys = LongStream.range(0, 200)
                    .filter(key -> first.contains(subgroup(client, key)))
                    .boxed()
                    .toList();
            List<Long> others = LongStream.range(0, 200)
                    .filter(key -> !first.contains(subgroup(client, key)))
                    .boxed()
                    .toList();
            GroupReader<Long, Bytes> reader = client.reader(group);
            RawReader raw = client.rawReader("half");
            nodes.get(1).close();
            assertThat(keys).hasSizeBetween(1, 199).allSatisfy(key -> {
                try (RawTuples tuples = raw.tuples(encoded(key))) {
                    assertThat(tuples.next()).isEqualTo(key < 100);
                    assertThat(tuples.next()).isFalse();
                }
                assertThat(reader.get(key)).hasSize(key < 100 ? 1 : 0);
            });
            SssException down = catchThrowableOfType(
                    SssException.class, () -> raw.tuples(encoded(others.get(0))).next());
            assertThat(down).hasMessageContaining("of node 1 (");
            assertThat(down.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        }
    }

    /** What is sent to the listener waits until its backlog is taken from, as when the machine has much else to do. */
    @Test
    void waitsForASlowNode() throws Exception {
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            CompletableFuture<SssClient> client = CompletableFuture.supplyAsync(
                    () -> SssClient.connect("127.0.0.1:" + slow.getLocalPort(), () -> Credentials.NONE));
            try (Socket from = slow.accept();
                    Socket to = new Socket("127.0.0.1", port)) {
                assertThatThrownBy(() -> client.get(3, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
                pass(from, to);
                pass(to, from);
                try (SssClient connected = client.get(30, TimeUnit.SECONDS)) {
                    assertThat(connected.groups()).isEmpty();
                }
            }
        }
    }

    /** In a thread that ends when the test closes the sockets. */
    private static void pass(Socket from, Socket to) {
        CompletableFuture.runAsync(
                () -> {
                    try {
                        from.getInputStream().transferTo(to.getOutputStream());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    private static int subgroup(SssClient client, long key) {
        byte[] bytes = encoded(key);
        return KeyHash.subgroup(
                KeyHash.hash64(bytes, 0, bytes.length), client.cluster().subgroupCount());
    }

    private static byte[] encoded(long key) {
        ByteSink sink = new ByteSink(Long.BYTES);
        Codecs.LONG.encode(key, sink);
        return sink.toByteArray();
    }

    @AfterEach
    void stop() {
        nodes.forEach(Node::close);
    }
}
