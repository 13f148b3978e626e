package org.sss.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.WorkflowReport;
import org.sss.io.Sources;
import org.sss.spark.store.GroupStore;
import org.sss.spark.testing.StoredTuples;
import org.sss.spark.testing.TestSpark;

/** Failures of tasks, executors and drivers: nothing counts twice, and a group is there as a whole or not at all. */
class FaultsIT {
    static final TupleGroup<String, Long> ONES =
            TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary();
    static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final int SUBGROUPS = 4;
    private static final int LINES = 20_000;
    private static final int STALL_MILLIS = 600_000;
    private static final String INTERRUPTED = "-interrupted";

    @TempDir
    Path directory;

    private JavaSparkContext spark;

    /** Which task misbehaves once, and how. */
    enum Fault {
        NONE,
        THROW,
        THROW_ALWAYS,
        HALT,
        /** Waits, longer than a test takes. */
        STALL
    }

    @BeforeEach
    void write() throws IOException {
        TestSpark.stop();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("w").append(i % 977).append(" w").append(i % 13).append('\n');
        }
        Files.writeString(directory.resolve("text"), text);
    }

    @AfterEach
    void stop() {
        if (spark != null) {
            spark.stop();
        }
    }

    private String store() {
        return directory.resolve("store").toString();
    }

    private WorkflowReport run(Fault fault) {
        return SparkRunner.run(
                workflow(directory, fault), spark, SparkOptions.store(store()).withSubgroups(SUBGROUPS));
    }

    private JavaSparkContext cluster() throws IOException {
        Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        SparkConf conf = new SparkConf()
                .setMaster("local-cluster[2,1,1024]")
                .setAppName("faults")
                .set("spark.ui.enabled", "false")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraClassPath", path)
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.local.dir", directory.resolve("spark").toString());
        return new JavaSparkContext(conf);
    }

    static Workflow workflow(Path directory, Fault fault) {
        Workflow workflow = Workflow.named("faults");
        workflow.map(
                Sources.text(directory.resolve("text").toString()).splitBytes(32 << 10),
                ONES,
                new Words(fault, directory.resolve("once").toString()));
        workflow.reduce(ONES, COUNTS, (String word, Iterable<Long> ones, Emitter<String, Long> out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
            out.count("keys", 1);
        });
        return workflow.attemptsOfUserCode(3);
    }

    /** Emits all words of a split before the fault happens. */
    private record Words(Fault fault, String once) implements Mapper<Long, String, String, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void map(Long offset, String line, Emitter<String, Long> out) throws Exception {
            for (String word : line.split(" ")) {
                out.emit(word, 1L);
                out.count("words", 1);
            }
            if (offset > 100_000 && fault != Fault.NONE && isFirst()) {
                switch (fault) {
                    case HALT -> Runtime.getRuntime().halt(7);
                    case STALL -> stall();
                    default -> throw new IllegalStateException("a fault at " + offset);
                }
            }
        }

        private void stall() throws Exception {
            try {
                Thread.sleep(STALL_MILLIS);
            } catch (InterruptedException e) {
                Files.createFile(Path.of(once + INTERRUPTED));
                throw e;
            }
        }

        private boolean isFirst() throws IOException {
            if (fault == Fault.THROW_ALWAYS) {
                return true;
            }
            try {
                Files.createFile(Path.of(once));
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            }
        }
    }

    private void checkResult(WorkflowReport report) {
        assertThat(report.jobs().get(0).progress().counters()).containsEntry("words", 2L * LINES);
        assertThat(report.jobs().get(0).progress().tuplesOut()).isEqualTo(2L * LINES);
        Map<String, Long> expected = new TreeMap<>();
        for (int i = 0; i < LINES; i++) {
            expected.merge("w" + i % 977, 1L, Long::sum);
            expected.merge("w" + i % 13, 1L, Long::sum);
        }
        assertThat(report.jobs().get(1).progress().counters()).containsEntry("keys", (long) expected.size());
        assertThat(counts(store())).isEqualTo(expected);
    }

    static Map<String, Long> counts(String directory) {
        Map<String, Long> counts = new TreeMap<>();
        StoredTuples.forEach(
                new GroupStore(directory, new Configuration()),
                COUNTS,
                (word, count) -> counts.merge(word, count, Long::sum));
        return counts;
    }

    private List<String> files() throws IOException {
        if (!Files.exists(Path.of(store()))) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(Path.of(store()))) {
            return all.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".crc"))
                    .toList();
        }
    }

    @Test
    void aTaskThatFailsOnceCountsOnce() {
        spark = TestSpark.start("local[2,4]");
        checkResult(run(Fault.THROW));
    }

    @Test
    void userCodeThatAlwaysFailsIsReportedWithItsKeyAndLeavesNoFile() throws IOException {
        spark = TestSpark.start("local[2,4]");
        assertThatThrownBy(() -> run(Fault.THROW_ALWAYS))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("job 'map-1'")
                .hasMessageContaining("a fault at 1")
                .extracting(e -> ((SssException) e).code())
                .isEqualTo(ErrorCode.USER_CODE);
        assertThat(files()).isEmpty();
    }

    @Test
    void anExecutorThatDiesCountsOnce() throws IOException {
        spark = cluster();
        checkResult(run(Fault.HALT));
        assertThat(directory.resolve("once")).exists();
    }

    /** On two hosts, as Spark runs no second attempt on the host of the first one. */
    @Test
    void ofASlowTaskAndItsSpeculativeCopyOneCounts() throws Exception {
        try (StandaloneCluster cluster =
                StandaloneCluster.start(directory.resolve("cluster"), "127.0.0.1", "127.0.0.2")) {
            spark = new JavaSparkContext(cluster.conf()
                    .setAppName("speculation")
                    .set("spark.speculation", "true")
                    .set("spark.speculation.interval", "100ms")
                    .set("spark.speculation.quantile", "0.5"));
            checkResult(run(Fault.STALL));
            await().untilAsserted(() ->
                    assertThat(directory.resolve("once" + INTERRUPTED)).exists());
            spark.stop();
        }
    }

    @Test
    void aDriverThatDiesBeforeTheCommitLeavesNoGroup() throws Exception {
        Process driver = new ProcessBuilder(DyingDriver.command(directory))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("driver.log").toFile())
                .start();
        assertThat(driver.waitFor())
                .as(() -> log(directory.resolve("driver.log")))
                .isEqualTo(DyingDriver.STATUS);
        assertThat(files()).anyMatch(name -> name.endsWith(".blocks")).doesNotContain("group.json");
        assertThat(new GroupStore(store(), new Configuration()).names()).isEmpty();

        spark = TestSpark.start("local[2]");
        checkResult(run(Fault.NONE));
        List<String> used = new GroupStore(store(), new Configuration())
                .find("counts").files().stream()
                        .map(file -> Path.of(file.path()).getFileName().toString())
                        .toList();
        assertThat(files()).filteredOn(name -> name.endsWith(".blocks")).containsExactlyInAnyOrderElementsOf(used);
    }

    private static String log(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
