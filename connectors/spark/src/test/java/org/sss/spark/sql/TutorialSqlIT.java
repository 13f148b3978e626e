package org.sss.spark.sql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.client.GroupWriter;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.server.node.Node;
import org.sss.api.TupleGroup;

/** The programming guide, Spark: examples that docs/guide quotes, on a cluster with security. */
class TutorialSqlIT {
    @TempDir
    private static Path directory;

    private static final List<Node> NODES = new ArrayList<>();

    private static Path token;
    private static String address;
    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        address = SqlCluster.startNodes(directory, NODES, "auto");
        token = Path.of(ok("security token --role write --dir " + directory.resolve("security") + " --output-file "
                + directory.resolve("sss-token")).strip());
        try (SssClient client = SssClient.connect(address, () -> Credentials.read(token))) {
            write(client, "clicks", Map.of("ann", 3L, "bob", 4L, "cleo", 5L));
            write(client, "orders", Map.of("ann", 1L, "cleo", 2L));
        }
        spark = SqlCluster.local(directory)
                .config("spark.files", token.toString()) // as spark-submit --files does
                .config("spark.sql.catalog.sss", "org.sss.spark.sql.SssCatalog")
                .config("spark.sql.catalog.sss.cluster", address)
                .config("spark.sql.catalog.sss.token", "sss-token") // the name of the file
                .config("spark.sql.sources.v2.bucketing.enabled", "true") // joins of groups without a shuffle
                .config("spark.sql.runSQLOnFiles", "false") // a missing group is a table that is not found
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
        NODES.forEach(Node::close);
    }

    private static void write(SssClient client, String name, Map<String, Long> tuples) {
        try (GroupWriter<String, Long> writer =
                client.write(TupleGroup.of(name, Codecs.STRING, Codecs.LONG))) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }

    @Test
    void readGroups() {
        Dataset<Row> buyers = spark.sql("""
                SELECT c.key, o.value / c.value AS rate
                FROM sss.clicks c JOIN sss.orders o ON c.key = o.key
                WHERE c.key >= 'b'""");

        assertThat(buyers.collectAsList()).hasToString("[[cleo,0.4]]");
    }

    @Test
    void writeGroups() {
        spark.sql("""
                CREATE TABLE sss.rates TBLPROPERTIES ('compression' = 'lz4') AS
                SELECT key, struct(value AS clicks, current_date() AS day) AS value FROM sss.clicks""");
        spark.sql("INSERT OVERWRITE sss.rates SELECT * FROM sss.rates WHERE value.clicks > 3");

        assertThat(spark.table("sss.rates").count()).isEqualTo(2);
        spark.sql("DROP TABLE sss.rates");
    }

    @Test
    void readWithoutACatalog() {
        Dataset<Row> clicks = spark.read().format("sss")
                .option("cluster", address).option("token", "sss-token").load("clicks");

        assertThat(clicks.filter("key = 'bob'").collectAsList()).hasToString("[[bob,4]]");
    }

    @Test
    void noSerializedObjectHasTheSecret() throws IOException {
        Dataset<Row> query = spark.sql("SELECT * FROM sss.clicks WHERE key > 'a'");
        SparkPlan plan = query.queryExecution().executedPlan();
        assertThat(query.collectAsList()).hasSize(3);
        assertNoSecret(query.queryExecution().toString());
        assertNoSecret(spark.sparkContext().getConf().toDebugString());
        assertNoSecret(serialized(plan));
        BatchScanExec scan = (BatchScanExec) plan.collectLeaves().head();
        assertThat(serialized(scan.batch().createReaderFactory())).contains("sss-token");
        assertNoSecret(serialized(scan.batch().createReaderFactory()));
        assertNoSecret(serialized(scan.batch().planInputPartitions()));
        StructType schema = new StructType()
                .add("key", DataTypes.StringType, false).add("value", DataTypes.LongType, false);
        GroupBatchWrite write = new GroupBatchWrite(
                new ClusterAddress(address, "sss-token", false), WriteOptions.of("secret", schema, Map.of()), false);
        DataWriterFactory writers = write.createBatchWriterFactory(() -> 1);
        assertNoSecret(serialized(writers));
        write.abort(null);
    }

    @Test
    void aMissingTokenIsReportedByName() {
        assertThatThrownBy(() -> spark.read().format("sss")
                        .option("cluster", address).option("token", "other-token").load("clicks"))
                .hasMessageContaining("no file 'other-token'")
                .hasMessageContaining("--files");
        assertThatThrownBy(() -> spark.read().format("sss")
                        .option("cluster", address).option("token", foreignToken()).load("clicks"))
                .isInstanceOfSatisfying(SssException.class, e -> assertThat(e.code())
                        .as(e.getMessage()).isEqualTo(ErrorCode.UNAUTHENTICATED));
    }

    private static String foreignToken() {
        Path other = directory.resolve("other");
        if (Files.notExists(other)) {
            ok("security init --dir " + other);
        }
        return other.resolve("admin.token").toString();
    }

    private static String serialized(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toString(ISO_8859_1);
    }

    /** Words of the file that are long enough to be a secret or a certificate. */
    private static void assertNoSecret(String text) throws IOException {
        List<String> secrets = Stream.of(Files.readString(token).split("[\\s:=.,\"]+"))
                .filter(word -> word.length() > 20)
                .toList();
        assertThat(secrets).isNotEmpty().noneMatch(text::contains);
    }

    private static String ok(String words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(Main.run(words.split(" "), out, new PrintStream(err, true, UTF_8), false))
                .as("%s: %s", words, err)
                .isZero();
        return out.toString(UTF_8);
    }
}
