package org.sss.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;

/** The metrics of real nodes, what Prometheus' own tools say of them, and what uses them. */
class MetricsIT {
    private static final Path CONF = Path.of("../../conf");
    private static final Path RULES = CONF.resolve("prometheus/sss-alerts.yml");
    private static final Path RULES_TEST = Path.of("src/test/resources/prometheus/sss-alerts-test.yml");
    private static final Pattern NAME = Pattern.compile("\\b(sss|jvm|process|system)_[a-z0-9_]+");

    @TempDir
    static Path directory;

    private static MeteredCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new MeteredCluster(directory, 2);
        write("in", 100);
        run("in", "out");
        System.gc(); // there is no metric of pauses before the first one
        await().until(() -> cluster.metrics(0).names().contains("jvm_gc_pause_seconds_sum"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static TupleGroup<Long, Long> group(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.LONG);
    }

    private static void write(String name, int tuples) {
        try (GroupWriter<Long, Long> writer = cluster.client().write(group(name))) {
            for (long i = 0; i < tuples; i++) {
                writer.append(i, i);
            }
            writer.commit();
        }
    }

    private static void run(String from, String to) {
        Workflow workflow = Workflow.named("copies");
        workflow.map(group(from), group(to), (key, value, out) -> out.emit(key + 1, value));
        cluster.client().run(workflow);
    }

    @Test
    void namesFollowTheRules() {
        for (int node = 0; node < 2; node++) {
            Exposition read = cluster.metrics(node);
            String label = "node=\"" + node + "\"";
            assertThat(read.faults()).isEmpty();
            assertThat(read.series()).allMatch(series -> series.contains(label));
        }
    }

    @Test
    void figuresAreThoseOfTheWork() {
        Exposition node0 = cluster.metrics(0);
        Exposition node1 = cluster.metrics(1);
        for (String name : new String[] {
            "sss_task_read_tuples_total", "sss_task_emitted_tuples_total", "sss_data_scanned_tuples_total"
        }) {
            assertThat(node0.names()).contains(name);
        }
        assertThat(node0.value("sss_task_read_tuples_total") + node1.value("sss_task_read_tuples_total"))
                .isEqualTo(node0.value("sss_task_emitted_tuples_total") + node1.value("sss_task_emitted_tuples_total"))
                .isGreaterThanOrEqualTo(100);
        assertThat(node0.value("sss_data_committed_tuples_total") + node1.value("sss_data_committed_tuples_total"))
                .isEqualTo(
                        node0.value("sss_data_received_tuples_total") + node1.value("sss_data_received_tuples_total"))
                .isGreaterThanOrEqualTo(200);
        assertThat(node0.value("sss_task_sent_bytes_total", "to=\"others\"")).isPositive();
        assertThat(node0.value("sss_workflows_ended_total", "succeeded")).isPositive();
        assertThat(node0.value("sss_job_duration_seconds_count", "succeeded"))
                .isEqualTo(node0.value("sss_commit_duration_seconds_count"))
                .isPositive();
        assertThat(node0.value("sss_nodes", "up")).isEqualTo(2);
        assertThat(node0.value("sss_node_ready")).isEqualTo(1);
        assertThat(node0.value("sss_groups")).isGreaterThanOrEqualTo(2);
        assertThat(node0.value("sss_journal_bytes")).isPositive();
        assertThat(node0.value("sss_disk_free_bytes")).isBetween(1.0, node0.value("sss_disk_size_bytes"));
        assertThat(node0.value("sss_memory_limit_bytes", "area=\"tuples\"")).isPositive();
        assertThat(node0.value("sss_connections_open")).isPositive();
        assertThat(node1.names()).doesNotContain("sss_nodes", "sss_groups", "sss_job_duration_seconds_count");
    }

    @Test
    void theNumberOfSeriesDoesNotGrowWithGroupsAndJobs() {
        Set<String> before = cluster.metrics(0).series();
        IntStream.range(0, 1000).parallel().forEach(i -> write("group-" + i, 0));
        IntStream.range(0, 100).parallel().forEach(i -> run("in", "job-" + i));
        Exposition after = cluster.metrics(0);
        Set<String> more = new TreeSet<>(after.series());
        more.removeAll(before);
        more.removeIf(series -> series.startsWith("jvm_gc_"));
        assertThat(more).isEmpty();
        assertThat(after.series()).hasSizeLessThan(500);
        assertThat(after.value("sss_groups")).isGreaterThanOrEqualTo(1102);
        assertThat(after.value("sss_job_duration_seconds_count", "succeeded")).isGreaterThanOrEqualTo(101);
    }

    @Test
    void dashboardAndAlertsUseMetricsThatExist() throws IOException {
        Set<String> known = new TreeSet<>(cluster.metrics(0).names());
        known.addAll(List.of("sss_job_duration_seconds", "sss_commit_duration_seconds")); // histograms
        known.addAll(List.of("sss_groups_copies_missing", "sss_repair_left_bytes")); // with replication only
        known.add("sss_expiry_timestamp_seconds"); // with security only
        for (Path file : new Path[] {RULES, CONF.resolve("grafana/sss.json"), Path.of("../../docs/operations.md")}) {
            Matcher names = NAME.matcher(Files.readString(file));
            Set<String> used = new TreeSet<>();
            while (names.find()) {
                used.add(names.group());
            }
            used.removeAll(known);
            assertThat(used).as("metrics that %s uses, and no node has", file).isEmpty();
        }
    }

    @Test
    void promtoolAcceptsThem() throws IOException, InterruptedException {
        Path text = directory.resolve("metrics.txt");
        Files.writeString(text, cluster.metrics(0).text());
        Promtool.check(text, "check", "metrics");
    }

    @Test
    void promtoolAcceptsTheRulesAndEachFiresForItsCause() throws IOException, InterruptedException {
        Promtool.check(null, "check", "rules", RULES.toString());
        Promtool.check(null, "test", "rules", RULES_TEST.toString());
        assertThat(Files.readString(RULES).lines().filter(line -> line.contains("- alert: ")))
                .allSatisfy(line -> assertThat(Files.readString(RULES_TEST))
                        .contains("alertname: " + line.substring(line.indexOf(": ") + 2)));
    }
}
