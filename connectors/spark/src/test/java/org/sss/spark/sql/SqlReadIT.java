package org.sss.spark.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import scala.jdk.javaapi.CollectionConverters;

/** Queries of groups, and what of them the nodes do. */
class SqlReadIT {
    private static final int TUPLES = 1000;

    @TempDir
    private static Path directory;

    private static SqlCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = SqlCluster.start(directory);
        write("numbers", Compression.NONE, 1);
        write("squares", Compression.LZ4, 2);
        cluster.write(
                TupleGroup.of("words", Codecs.STRING, Codecs.LONG),
                List.of(
                        Map.entry("apple", 1L),
                        Map.entry("apple", 2L),
                        Map.entry("apricot", 3L),
                        Map.entry("pear", 4L),
                        Map.entry("äpfel", 5L)));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void write(String name, Compression how, int power) {
        cluster.write(
                TupleGroup.of(name, Codecs.LONG, Codecs.LONG).compressed(how),
                LongStream.range(0, TUPLES)
                        .mapToObj(i -> Map.entry(i, power == 1 ? i : i * i))
                        .toList());
    }

    @Test
    void aGroupIsATable() {
        assertThat(cluster.rows("SELECT * FROM sss.words"))
                .containsExactly("[apple,1]", "[apple,2]", "[apricot,3]", "[pear,4]", "[äpfel,5]");
        assertThat(cluster.rows("SHOW TABLES IN sss")).contains("[,words,false]", "[,numbers,false]");
        assertThat(cluster.spark.table("sss.words").schema().toDDL())
                .isEqualTo("key STRING NOT NULL,value BIGINT NOT NULL");
        assertThat(cluster.rows("SELECT value FROM sss.words WHERE value > 3")).containsExactly("[4]", "[5]");
    }

    @Test
    void aGroupIsASource() {
        Dataset<Row> words = cluster.spark
                .read()
                .format("sss")
                .option("cluster", cluster.address)
                .option("security", "off")
                .load("words");
        assertThat(words.filter("key = 'pear'").collectAsList()).hasToString("[[pear,4]]");
        assertThatThrownBy(() -> cluster.spark
                        .read()
                        .format("sss")
                        .option("cluster", cluster.address)
                        .option("security", "off")
                        .load())
                .hasMessageContaining("the name of the group is missing");
        assertThatThrownBy(() -> cluster.spark
                        .read()
                        .format("sss")
                        .option("cluster", cluster.address)
                        .option("security", "off")
                        .schema("key INT, value INT")
                        .load("words")
                        .collectAsList())
                .hasMessageContaining("group 'words' has the columns")
                .hasMessageContaining("without a schema");
        assertThatThrownBy(() -> cluster.spark.read().format("sss").load("words"))
                .hasMessageContaining("the address of the cluster is missing");
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void groupsOfAllCompressionsAreRead(Compression how) {
        write("compressed", how, 1);
        assertThat(cluster.rows("SELECT sum(value), min(key), max(key) FROM sss.compressed"))
                .containsExactly("[499500,0,999]");
    }

    @Test
    void onePartitionIsOneSubgroup() {
        assertThat(cluster.spark.table("sss.numbers").javaRDD().getNumPartitions())
                .isEqualTo(SqlCluster.SUBGROUPS);
        assertThat(cluster.rows("SELECT DISTINCT sss.subgroup(key) FROM sss.numbers"))
                .hasSize(SqlCluster.SUBGROUPS);
        // Rows of a partition are those of the subgroup that the function computes.
        assertThat(cluster.rows("SELECT count(DISTINCT sss.subgroup(key)) AS n FROM sss.numbers "
                        + "GROUP BY spark_partition_id() HAVING n <> 1"))
                .isEmpty();
    }

    @Test
    void twoGroupsAreJoinedWithoutAnExchange() {
        cluster.spark.conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
        cluster.spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        try {
            String sql = "SELECT a.key, a.value, b.value FROM sss.numbers a JOIN sss.squares b ON a.key = b.key";
            Dataset<Row> joined = cluster.spark.sql(sql);
            assertThat(joined.count()).isEqualTo(TUPLES);
            assertThat(joined.filter("a.key = 30").collectAsList()).hasToString("[[30,30,900]]");
            assertThat(plan(joined)).contains("SortMergeJoin").doesNotContain("Exchange");
        } finally {
            cluster.spark.conf().unset("spark.sql.sources.v2.bucketing.enabled");
            cluster.spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
        }
    }

    /** A custom partitioner puts keys into other subgroups than the function says. */
    @Test
    void aGroupPlacedByAPartitionerIsShuffled() {
        TupleGroup<Long, Long> group = TupleGroup.of("placed", Codecs.LONG, Codecs.LONG);
        try (GroupWriter<Long, Long> writer = cluster.client.write(
                group.replacing(), Partitioners.range(TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG)))) {
            LongStream.range(0, TUPLES).forEach(i -> writer.append(i, -i));
            writer.commit();
        }
        cluster.spark.conf().set("spark.sql.sources.v2.bucketing.enabled", "true");
        cluster.spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        try {
            Dataset<Row> joined = cluster.spark.sql(
                    "SELECT sum(a.value + b.value) FROM sss.numbers a JOIN sss.placed b ON a.key = b.key");
            assertThat(joined.collectAsList()).hasToString("[[0]]");
            assertThat(plan(joined)).contains("Exchange hashpartitioning");
        } finally {
            cluster.spark.conf().unset("spark.sql.sources.v2.bucketing.enabled");
            cluster.spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
        }
        assertThat(cluster.rows("SELECT value FROM sss.placed WHERE key IN (7, 8)"))
                .containsExactly("[-7]", "[-8]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            key = 7                                | 1   | 1 | 1
            key IN (7, 8, 5000)                    | 2   | 2 | 3
            key IN (7, 8) AND key > 7              | 1   | 1 | 1
            key = 7 AND key = 8                    | 0   | 0 | 0
            key > 990                              | 9   | 9 | 0
            key >= 990 AND key < 995               | 5   | 5 | 0
            key <= 3                               | 4   | 4 | 0
            key BETWEEN 10 AND 19 AND value % 2 = 0 | 5  | 10 | 0
            value = 7                              | 1   | 1000 | 0
            """)
    void theReaderGetsTheKeysOfTheFilter(String filter, int rows, long tuples, long keys) {
        Dataset<Row> selected = cluster.spark.sql("SELECT * FROM sss.numbers WHERE " + filter);
        assertThat(selected.collectAsList()).hasSize(rows);
        if (rows > 0) {
            assertThat(metric(selected, ReadMetrics.TUPLES)).isEqualTo(tuples);
            assertThat(metric(selected, ReadMetrics.KEYS)).isEqualTo(keys);
        }
    }

    @Test
    void prefixesAreRanges() {
        Dataset<Row> selected = cluster.spark.sql("SELECT * FROM sss.words WHERE key LIKE 'ap%'");
        assertThat(selected.collectAsList()).hasSize(3);
        assertThat(metric(selected, ReadMetrics.TUPLES)).isEqualTo(3);
        assertThat(plan(selected)).contains("pushed: [StringStartsWith(key,ap)]");
        Dataset<Row> many = cluster.spark.sql("SELECT value FROM sss.words WHERE key = 'apple'");
        assertThat(many.collectAsList()).hasToString("[[1], [2]]");
        assertThat(metric(many, ReadMetrics.KEYS)).isEqualTo(1);
    }

    @Test
    void aLimitEndsTheReaders() {
        Dataset<Row> some = cluster.spark.sql("SELECT * FROM sss.numbers LIMIT 5");
        assertThat(some.collectAsList()).hasSize(5);
        assertThat(plan(some)).contains("limit 5");
        assertThat(metric(some, ReadMetrics.TUPLES)).isLessThanOrEqualTo(5L * SqlCluster.SUBGROUPS);
    }

    @Test
    void aCountReadsNothing() {
        Dataset<Row> count = cluster.spark.sql("SELECT COUNT(*) FROM sss.numbers");
        assertThat(count.collectAsList()).hasToString("[[1000]]");
        assertThat(plan(count)).contains("LocalTableScan").doesNotContain("BatchScan");
        assertThat(cluster.rows("SELECT COUNT(*) FROM sss.numbers WHERE key < 10"))
                .containsExactly("[10]");
        assertThat(cluster.rows("SELECT COUNT(*), sum(value) FROM sss.numbers")).containsExactly("[1000,499500]");
    }

    @Test
    void statisticsAreThoseOfTheGroup() {
        Dataset<Row> all = cluster.spark.table("sss.numbers");
        assertThat(all.queryExecution().optimizedPlan().stats().sizeInBytes().toLong())
                .isEqualTo(16 * TUPLES);
        assertThat(all.queryExecution().optimizedPlan().stats().rowCount().get().toLong())
                .isEqualTo(TUPLES);
    }

    @Test
    void aQueryReadsTheGenerationForWhichItWasPlanned() {
        write("snapshot", Compression.NONE, 1);
        Dataset<Row> planned = cluster.spark.table("sss.snapshot");
        planned.queryExecution().executedPlan();
        write("snapshot", Compression.NONE, 2);
        assertThatThrownBy(planned::collectAsList)
                .hasMessageContaining("group 'snapshot'")
                .hasMessageContaining("was dropped");
        assertThat(cluster.rows("SELECT value FROM sss.snapshot WHERE key = 30"))
                .containsExactly("[900]");
    }

    @Test
    void streamsAndMissingGroupsAreRefusedByName() {
        assertThatThrownBy(() -> cluster.spark
                        .readStream()
                        .table("sss.words")
                        .writeStream()
                        .format("noop")
                        .option(
                                "checkpointLocation",
                                directory.resolve("checkpoint").toString())
                        .start()
                        .processAllAvailable())
                .hasMessageContaining("group 'words' cannot be a source or sink of a stream");
        assertThatThrownBy(() -> cluster.rows("SELECT * FROM sss.nothing"))
                .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND")
                .hasMessageContaining("`sss`.`nothing`");
        assertThatThrownBy(() -> cluster.rows("SELECT sss.subgroup(true)")).hasMessageContaining("BIGINT");
        assertThatThrownBy(() -> SparkVersion.check("3.5.6"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("needs Spark 4.0 or newer, and this is Spark 3.5.6");
        SparkVersion.check("4.0.0");
    }

    private static String plan(Dataset<Row> query) {
        return query.queryExecution().executedPlan().toString();
    }

    private static long metric(Dataset<Row> query, String name) {
        return metric(query.queryExecution().executedPlan(), name);
    }

    private static long metric(SparkPlan plan, String name) {
        if (plan.metrics().contains(name)) {
            return plan.metrics().apply(name).value();
        }
        return CollectionConverters.asJava(plan.children()).stream()
                .mapToLong(child -> metric(child, name))
                .sum();
    }
}
