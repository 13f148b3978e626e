package org.sss.spark.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.TupleGroup;
import org.sss.client.Group;

/** Groups that Spark writes: whole, or not at all. */
class SqlWriteIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final AtomicInteger FAILURES = new AtomicInteger();
    private static final AtomicInteger FAILED = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static SqlCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = SqlCluster.start(directory);
        cluster.spark.udf().register("fragile", (UDF1<Long, Long>) SqlWriteIT::fragile, DataTypes.LongType);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void drop() {
        cluster.client.groups().forEach(cluster.client::drop);
    }

    /** The task of partition 1 fails after some rows, as often as the test wants. */
    private static Long fragile(Long number) {
        if (number % 100 == 50
                && TaskContext.getPartitionId() == 1
                && FAILURES.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            FAILED.incrementAndGet();
            throw new IllegalStateException("the task fails");
        }
        return number;
    }

    private static String range(int partitions) {
        return "SELECT id AS key, fragile(id) AS value FROM range(0, 1000, 1, " + partitions + ")";
    }

    @Test
    void aTableIsCreatedFromAQuery() {
        cluster.spark.sql("CREATE TABLE sss.numbers TBLPROPERTIES ('compression' = 'zstd', 'values' = 'long') AS "
                + "SELECT id AS key, id AS value FROM range(0, 1000, 1, 4)");
        Group group = cluster.client.group("numbers");
        assertThat(group.keyType() + " " + group.valueType() + " " + group.tuples())
                .isEqualTo("long long 1000");
        assertThat(group.compression()).isEqualTo(Compression.ZSTD);
        assertThat(group.hashed()).isTrue();
        assertThat(cluster.client.get(NUMBERS, 77L)).containsExactly(77L);
        assertThatThrownBy(() -> cluster.spark.sql("CREATE TABLE sss.numbers AS SELECT 1L AS key, 2L AS value"))
                .hasMessageContaining("already exists");
        cluster.spark.sql("CREATE OR REPLACE TABLE sss.numbers AS SELECT 'a' AS key, struct(1 AS n) AS value");
        assertThat(cluster.rows("SELECT key, value.n FROM sss.numbers")).containsExactly("[a,1]");
        cluster.spark.sql("ALTER TABLE sss.numbers RENAME TO letters");
        cluster.spark.sql("DROP TABLE sss.letters");
        assertThat(cluster.client.groups()).isEmpty();
    }

    @Test
    void overwriteReplacesAndAppendIsRefusedByName() {
        cluster.write(NUMBERS.compressed(Compression.LZ4), List.of(Map.entry(1L, 1L)));
        cluster.spark.sql("INSERT OVERWRITE sss.numbers SELECT id, id + 1 FROM range(10)");
        assertThat(cluster.client.count("numbers")).isEqualTo(10);
        assertThat(cluster.client.group("numbers").compression()).isEqualTo(Compression.LZ4);
        assertThatThrownBy(() -> cluster.spark.sql("INSERT INTO sss.numbers VALUES (1L, 2L)"))
                .hasMessageContaining("nothing can be appended to group 'numbers'")
                .hasMessageContaining("INSERT OVERWRITE");
        assertThat(cluster.client.count("numbers")).isEqualTo(10);
    }

    @Test
    void aSourceWritesWithItsOwnTypes() {
        Dataset<Row> rows = cluster.spark.sql("SELECT id AS value, uuid() AS key FROM range(5)");
        save(rows, SaveMode.Append);
        assertThat(cluster.client.group("numbers").tuples()).isEqualTo(5);
        save(rows.limit(3), SaveMode.Overwrite);
        assertThat(cluster.client.group("numbers").tuples()).isEqualTo(3);
        assertThatThrownBy(() -> save(rows, SaveMode.Append))
                .hasMessageContaining("nothing can be appended to group 'numbers'");
    }

    private static void save(Dataset<Row> rows, SaveMode mode) {
        rows.write()
                .format("sss")
                .option("cluster", cluster.address)
                .option("security", "off")
                .option("group", "numbers")
                .mode(mode)
                .save();
    }

    @Test
    void typesAreChosenByOptions() {
        cluster.spark.sql("CREATE TABLE sss.ids TBLPROPERTIES ('keys' = 'record(id:uuid,c:char)') AS "
                + "SELECT struct('00112233-4455-6677-8899-aabbccddeeff' AS a, 'x' AS b) AS key, 1L AS value");
        assertThat(cluster.client.group("ids").keyType()).isEqualTo("record(id:uuid,c:char)");
        assertThat(cluster.rows("SELECT key.id, key.c FROM sss.ids"))
                .containsExactly("[00112233-4455-6677-8899-aabbccddeeff,x]");
    }

    @Test
    void whatSssDoesNotHaveIsRefusedByName() {
        refused("CREATE TABLE sss.x AS SELECT true AS key, 1L AS value", "column 'key' of type BOOLEAN", "struct(key)");
        refused("CREATE TABLE sss.x AS SELECT 1L AS key, TIMESTAMP_NTZ'2026-01-01 00:00:00' AS value", "TIMESTAMP_NTZ");
        refused("CREATE TABLE sss.x AS SELECT 1L AS a, 2L AS value", "from the columns key and value");
        refused("CREATE TABLE sss.x AS SELECT 1L AS key, named_struct('a b', 1) AS value", "named by letters");
        refused("CREATE TABLE sss.x AS SELECT CAST(null AS BIGINT) AS key, 2L AS value", "column 'key' has one");
        refused("CREATE TABLE sss.x TBLPROPERTIES ('compression'='gzip') AS SELECT 1L AS key, 2L AS value", "gzip");
        refused("CREATE TABLE sss.x TBLPROPERTIES ('keys'='uuid') AS SELECT 1L AS key, 2L AS value", "'uuid'");
        refused("CREATE TABLE sss.x TBLPROPERTIES ('keys'='int') AS SELECT 1L AS key, 2L AS value", "cast it");
        refused("CREATE TABLE sss.x (key BIGINT, value BIGINT)", "'x' cannot be created without tuples");
        refused("CREATE TABLE sss.x PARTITIONED BY (key) AS SELECT 1L AS key, 2L AS value", "leave out PARTITIONED BY");
        assertThat(cluster.client.groups()).isEmpty();
    }

    private static void refused(String sql, String... words) {
        assertThatThrownBy(() -> cluster.spark.sql(sql)).satisfies(e -> {
            for (String word : words) {
                assertThat(e).hasStackTraceContaining(word);
            }
        });
    }

    @Test
    void aTaskThatFailsOnceIsRepeated() {
        FAILED.set(0);
        FAILURES.set(1);
        cluster.spark.sql("CREATE TABLE sss.numbers AS " + range(4));
        assertThat(FAILED).hasValue(1);
        assertThat(cluster.client.count("numbers")).isEqualTo(1000);
        assertThat(cluster.client.get(TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG), 350L))
                .hasSize(1);
    }

    @Test
    void nothingIsLeftOfAWriteWhoseTaskFailsAlways() {
        FAILURES.set(3);
        assertThatThrownBy(() -> cluster.spark.sql("CREATE TABLE sss.numbers AS " + range(4)))
                .hasStackTraceContaining("the task fails");
        assertThat(FAILURES).hasValue(0);
        assertThat(cluster.client.groups()).isEmpty();
        cluster.spark.sql("CREATE TABLE sss.numbers AS " + range(2));
        assertThat(cluster.client.count("numbers")).isEqualTo(1000);
    }

    /** Two attempts of a task end, as with speculation; Spark takes the message of one of them. */
    @Test
    void oneOfTwoAttemptsIsCommitted() throws IOException {
        GroupBatchWrite write = batch();
        assertThat(write.useCommitCoordinator()).isFalse();
        DataWriterFactory writers = write.createBatchWriterFactory(() -> 2);
        WriterCommitMessage first = attempt(writers, 0, 10, 1L);
        attempt(writers, 0, 11, 1L);
        try (DataWriter<InternalRow> aborted = writers.createWriter(1, 12)) {
            aborted.write(row(9L));
            aborted.abort();
        }
        WriterCommitMessage second = attempt(writers, 1, 13, 2L);
        write.commit(new WriterCommitMessage[] {first, second});
        assertThat(cluster.client.count("numbers")).isEqualTo(2);
        assertThat(cluster.client.get(NUMBERS, 9L)).isEmpty();
    }

    @Test
    void aMissingMessageIsRefusedByTheNumberOfItsPartition() throws IOException {
        GroupBatchWrite write = batch();
        DataWriterFactory writers = write.createBatchWriterFactory(() -> 2);
        WriterCommitMessage[] messages = {attempt(writers, 0, 10, 1L), null};
        assertThatThrownBy(() -> write.commit(messages)).hasMessageContaining("no attempt of source 1");
        write.abort(messages);
        assertThat(cluster.client.groups()).isEmpty();
    }

    @Test
    void nothingIsLeftWhenTheDriverAborts() throws IOException {
        GroupBatchWrite write = batch();
        DataWriterFactory writers = write.createBatchWriterFactory(() -> 1);
        WriterCommitMessage[] messages = {attempt(writers, 0, 10, 1L)};
        write.abort(messages);
        assertThat(cluster.client.groups()).isEmpty();
        assertThatThrownBy(() -> write.commit(messages)).hasMessageContaining("was aborted");
        GroupBatchWrite again = batch();
        again.createBatchWriterFactory(() -> 1); // the name is free
        again.abort(messages);
    }

    private static GroupBatchWrite batch() {
        StructType schema =
                new StructType().add("key", DataTypes.LongType, false).add("value", DataTypes.LongType, false);
        return new GroupBatchWrite(
                new ClusterAddress(cluster.address, null, true), WriteOptions.of("numbers", schema, Map.of()), false);
    }

    private static WriterCommitMessage attempt(DataWriterFactory writers, int partition, long task, long key)
            throws IOException {
        try (DataWriter<InternalRow> writer = writers.createWriter(partition, task)) {
            writer.write(row(key));
            return writer.commit();
        }
    }

    private static InternalRow row(long key) {
        return new GenericInternalRow(new Object[] {key, key});
    }

    @Test
    void streamsAreRefusedByName() {
        assertThatThrownBy(() -> cluster.spark
                        .readStream()
                        .format("rate")
                        .load()
                        .selectExpr("value AS key", "value")
                        .writeStream()
                        .format("sss")
                        .option("cluster", cluster.address)
                        .option("security", "off")
                        .option("group", "numbers")
                        .option(
                                "checkpointLocation",
                                directory.resolve("checkpoint").toString())
                        .start()
                        .processAllAvailable())
                .hasStackTraceContaining("group 'numbers' cannot be a source or sink of a stream");
    }
}
