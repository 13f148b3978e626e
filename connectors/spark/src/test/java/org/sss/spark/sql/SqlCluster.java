package org.sss.spark.sql;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sss.api.TupleGroup;
import org.sss.client.Credentials;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** Two nodes of SSS and a Spark of this process, which reads and writes them by TCP. One thread. */
final class SqlCluster implements AutoCloseable {
    static final int SUBGROUPS = 8;

    private final List<Node> nodes = new ArrayList<>();
    final String address;
    final SssClient client;
    final SparkSession spark;

    private SqlCluster(Path directory, Map<String, String> options) throws IOException {
        address = startNodes(directory, nodes, "off");
        client = SssClient.connect(address, () -> Credentials.NONE);
        SparkSession.Builder builder = local(directory)
                .config("spark.sql.catalog.sss", SssCatalog.class.getName())
                .config("spark.sql.catalog.sss.cluster", address)
                .config("spark.sql.catalog.sss.security", "off");
        options.forEach(builder::config);
        spark = builder.getOrCreate();
    }

    static SparkSession.Builder local(Path directory) {
        return SparkSession.builder()
                .master("local[2,3]")
                .appName("sql")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.runSQLOnFiles", "false")
                .config(
                        "spark.sql.warehouse.dir",
                        directory.resolve("warehouse").toString());
    }

    /** Returns the address of the first one; their security directory is {@code security} in this one. */
    static String startNodes(Path directory, List<Node> nodes, String security) throws IOException {
        List<Integer> ports = freePorts();
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
                            "cluster.subgroups",
                            Integer.toString(SUBGROUPS),
                            "data.dir",
                            directory.resolve("node-" + id).toString(),
                            "security",
                            security,
                            "security.dir",
                            directory.resolve("security").toString()))));
        }
        nodes.forEach(node -> node.awaitReady(Duration.ofSeconds(30)));
        return "127.0.0.1:" + ports.get(0);
    }

    static SqlCluster start(Path directory, Map<String, String> options) throws IOException {
        return new SqlCluster(directory, options);
    }

    static SqlCluster start(Path directory) throws IOException {
        return start(directory, Map.of());
    }

    private static List<Integer> freePorts() throws IOException {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                open.add(new ServerSocket(0));
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : open) {
                socket.close();
            }
        }
    }

    <K, V> void write(TupleGroup<K, V> group, List<Map.Entry<K, V>> tuples) {
        try (GroupWriter<K, V> writer = client.write(group.replacing())) {
            tuples.forEach(tuple -> writer.append(tuple.getKey(), tuple.getValue()));
            writer.commit();
        }
    }

    /** Rows as texts, sorted. */
    List<String> rows(String sql) {
        return spark.sql(sql).collectAsList().stream()
                .map(Row::toString)
                .sorted()
                .collect(Collectors.toList());
    }

    @Override
    public void close() {
        spark.stop();
        client.close();
        nodes.forEach(Node::close);
    }
}
