package org.sss.http.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sss.server.node.http.FigureSink;
import org.sss.server.timing.DurationHistogram;

class MetricsTest {
    @Test
    void writesFiguresInTheFormatOfPrometheus() throws IOException {
        Exposition read = read(to -> {
            to.gauge("sss_build_info", "The version", 1, "version", "1.2");
            to.counter("sss_refused_total", "Refused", 3, "reason", "calls");
            to.counter("sss_refused_total", "Refused", 4, "reason", "puts");
            to.gauge("sss_memory_used_bytes", "Used", 7.0);
        });
        assertThat(read.faults()).isEmpty();
        assertThat(read.text().lines())
                .contains(
                        "# TYPE sss_build_info gauge",
                        "sss_build_info{node=\"2\",version=\"1.2\"} 1",
                        "# TYPE sss_refused_total counter",
                        "sss_refused_total{node=\"2\",reason=\"calls\"} 3.0",
                        "sss_refused_total{node=\"2\",reason=\"puts\"} 4.0",
                        "# HELP sss_memory_used_bytes Used",
                        "sss_memory_used_bytes{node=\"2\"} 7.0");
    }

    @Test
    void writesBucketsOfDurations() throws IOException {
        DurationHistogram times = new DurationHistogram();
        times.add(TimeUnit.MICROSECONDS.toNanos(450));
        times.add(TimeUnit.MILLISECONDS.toNanos(2));
        times.add(TimeUnit.DAYS.toNanos(1));
        Exposition read = read(to -> to.histogram("sss_job_duration_seconds", "Jobs", times.values()));
        assertThat(read.faults()).isEmpty();
        assertThat(read.value("sss_job_duration_seconds_bucket", "le=\"0.001\""))
                .isEqualTo(1);
        assertThat(read.value("sss_job_duration_seconds_bucket", "le=\"0.002\""))
                .isEqualTo(2);
        assertThat(read.value("sss_job_duration_seconds_bucket", "le=\"10000.0\""))
                .isEqualTo(2);
        assertThat(read.value("sss_job_duration_seconds_bucket", "le=\"+Inf\"")).isEqualTo(3);
        assertThat(read.value("sss_job_duration_seconds_count")).isEqualTo(3);
        assertThat(read.value("sss_job_duration_seconds_sum")).isEqualTo(86_400.00245);
    }

    @Test
    void hasTheJvm() throws IOException {
        Exposition read = read(to -> {});
        assertThat(read.faults()).isEmpty();
        assertThat(read.names())
                .contains(
                        "jvm_memory_used_bytes",
                        "jvm_threads_live_threads",
                        "jvm_buffer_memory_used_bytes",
                        "process_cpu_usage",
                        "process_files_open_files");
    }

    private static Exposition read(Consumer<FigureSink> figures) throws IOException {
        try (Metrics metrics = new Metrics(2, figures)) {
            return new Exposition(new String(metrics.text(), UTF_8));
        }
    }
}
