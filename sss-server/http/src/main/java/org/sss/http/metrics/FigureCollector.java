package org.sss.http.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.sss.server.node.http.FigureSink;
import org.sss.server.timing.DurationHistogram;

/** Reads the figures of a node when they are requested. Thread-safe. */
final class FigureCollector implements MultiCollector {
    private static final String TOTAL = "_total";
    private static final String INFO = "_info";

    private final Consumer<FigureSink> source;
    private final Labels common;

    /**
     * @param source passes all figures
     * @param common labels of all of them
     */
    FigureCollector(Consumer<FigureSink> source, Labels common) {
        this.source = source;
        this.common = common;
    }

    @Override
    public MetricSnapshots collect() {
        Snapshots snapshots = new Snapshots();
        source.accept(snapshots);
        return snapshots.build();
    }

    /** The figures of one request, by name. */
    private final class Snapshots implements FigureSink {
        private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
        private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
        private final Map<String, InfoSnapshot.Builder> infos = new LinkedHashMap<>();
        private final Map<String, HistogramSnapshot.Builder> histograms = new LinkedHashMap<>();

        @Override
        public void counter(String name, String help, double value, String... labels) {
            counters.computeIfAbsent(
                            name,
                            n -> CounterSnapshot.builder()
                                    .name(without(TOTAL, name))
                                    .help(help))
                    .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                            .value(value)
                            .labels(all(labels))
                            .build());
        }

        @Override
        public void gauge(String name, String help, double value, String... labels) {
            if (name.endsWith(INFO)) {
                infos.computeIfAbsent(
                                name,
                                n -> InfoSnapshot.builder()
                                        .name(without(INFO, name))
                                        .help(help))
                        .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                                .labels(all(labels))
                                .build());
                return;
            }
            gauges.computeIfAbsent(name, n -> GaugeSnapshot.builder().name(name).help(help))
                    .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                            .value(value)
                            .labels(all(labels))
                            .build());
        }

        @Override
        public void histogram(String name, String help, DurationHistogram.Values durations, String... labels) {
            double[] limits = Arrays.copyOf(durations.limitSeconds(), durations.counts().length);
            limits[limits.length - 1] = Double.POSITIVE_INFINITY;
            histograms
                    .computeIfAbsent(
                            name, n -> HistogramSnapshot.builder().name(name).help(help))
                    .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                            .classicHistogramBuckets(ClassicHistogramBuckets.of(limits, durations.counts()))
                            .sum(durations.sumSeconds())
                            .labels(all(labels))
                            .build());
        }

        private Labels all(String... labels) {
            return common.merge(Labels.of(labels));
        }

        private static String without(String suffix, String name) {
            return name.substring(0, name.length() - suffix.length());
        }

        MetricSnapshots build() {
            MetricSnapshots.Builder all = MetricSnapshots.builder();
            infos.values().forEach(info -> all.metricSnapshot((MetricSnapshot) info.build()));
            counters.values().forEach(counter -> all.metricSnapshot((MetricSnapshot) counter.build()));
            gauges.values().forEach(gauge -> all.metricSnapshot((MetricSnapshot) gauge.build()));
            histograms.values().forEach(histogram -> all.metricSnapshot((MetricSnapshot) histogram.build()));
            return all.build();
        }
    }
}
