package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/**
 * How many times as long as SSS another system took, by the day of the run: both were measured in one run, so that runs
 * of several machines compare. Of several runs of a day the last one counts. Stateless.
 */
public final class Trend {
    /** One line of the picture: a figure of a system of SSS and of another one, both in seconds. */
    record Line(String label, String figure, String own, String other) {}

    private static final List<Line> LINES = List.of(
            new Line("PageRank: Spark", "pagerank 200000 vertices", "sss", "spark"),
            new Line("sort: Spark", "sort 1.0 GiB", "sss-keyed", "spark"),
            new Line("words by length: Spark", "groupby 256.0 MiB", "sss-bytes", "spark"),
            new Line("word count: Spark", "wordcount 256.0 MiB", "sss-bytes", "spark"),
            new Line("k-means: Spark", "kmeans 1000000 points", "sss", "spark"),
            new Line("word count: plain Java", "wordcount 256.0 MiB", "sss-bytes", "java"),
            new Line("k-means: plain Java", "kmeans 1000000 points", "sss", "java"));

    private Trend() {}

    /** Writes {@code NAME.png}; nothing when no line has a point. */
    public static void write(History history, Path directory, String name) throws IOException {
        String title = "How many times as long as SSS another system takes";
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(Chart.WIDTH)
                .height(Chart.HEIGHT)
                .title(title)
                .xAxisTitle("day of the run")
                .yAxisTitle("time of the other system / time of SSS")
                .build();
        Chart.style(chart.getStyler(), title);
        chart.getStyler().setYAxisLogarithmic(true).setDatePattern("d MMM");
        boolean any = false;
        for (Line line : LINES) {
            Map<LocalDate, Double> points = points(history, line);
            if (!points.isEmpty()) {
                List<Date> days = points.keySet().stream()
                        .map(day -> Date.from(day.atStartOfDay(ZoneOffset.UTC).toInstant()))
                        .toList();
                chart.addSeries(line.label, days, List.copyOf(points.values()));
                any = true;
            }
        }
        if (any) {
            ChartEncoder.saveChart(chart, directory.resolve(name).toString(), "png");
        }
    }

    static Map<LocalDate, Double> points(History history, Line line) {
        Map<LocalDate, Double> points = new TreeMap<>();
        for (History.Figure one : history.figures()) {
            if (one.name().equals(line.figure) && one.system().equals(line.own)) {
                other(history, one, line.other)
                        .ifPresent(other -> points.put(LocalDate.parse(one.date()), other.number() / one.number()));
            }
        }
        return points;
    }

    private static Optional<History.Figure> other(History history, History.Figure own, String system) {
        return history.figures().stream()
                .filter(one -> one.system().equals(system)
                        && one.name().equals(own.name())
                        && one.section().equals(own.section())
                        && one.commit().equals(own.commit())
                        && one.machine().equals(own.machine()))
                .findFirst();
    }
}
