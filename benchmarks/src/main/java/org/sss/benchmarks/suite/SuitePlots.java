package org.sss.benchmarks.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Bars;
import org.sss.benchmarks.report.LinePanels;
import org.sss.benchmarks.report.Panels;
import org.sss.benchmarks.report.Plot;
import org.sss.cli.terminal.Units;

/** Pictures of rows. Each method writes some and returns their names. Stateless. */
public final class SuitePlots {
    private static final int PERCENT = 100;

    private SuitePlots() {}

    /**
     * For each workload, seconds over x, a line for each system; both axes are logarithmic. With one x there are bars.
     */
    public static List<String> times(List<Row> rows, String xTitle, String name, Path directory) throws IOException {
        return lines(rows, xTitle, "seconds", row -> row.seconds().median(), name, directory);
    }

    /** The same for any number of a row. */
    public static List<String> lines(
            List<Row> rows, String xTitle, String yTitle, ToDoubleFunction<Row> y, String name, Path directory)
            throws IOException {
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, List<Row>> one : byWorkload(rows).entrySet()) {
            String file = name + "-" + one.getKey();
            String title = title(one.getKey(), one.getValue());
            if (one.getValue().stream().map(row -> row.task().x()).distinct().count() == 1) {
                Bars bars = new Bars(title, yTitle, false);
                one.getValue().forEach(row -> bars.bar(row.task().size(), row.line(), y.applyAsDouble(row)));
                plots.addAll(bars.write(directory, file));
            } else {
                Plot plot = new Plot(title, xTitle, yTitle);
                one.getValue().forEach(row -> plot.point(row.line(), row.task().x(), y.applyAsDouble(row)));
                plots.addAll(plot.write(directory, file));
            }
        }
        return plots;
    }

    /** What was measured, of which size, and how. */
    private static String title(String what, List<Row> rows) {
        List<String> sizes =
                rows.stream().map(row -> row.task().size()).distinct().toList();
        List<Long> bytes =
                rows.stream().map(row -> row.task().bytes()).distinct().toList();
        String size = sizes.size() == 1
                ? sizes.get(0)
                : bytes.size() == 1 && bytes.get(0) > 0
                        ? Units.bytes(bytes.get(0))
                        : sizes.get(0) + " to " + sizes.get(sizes.size() - 1);
        return what + ": " + size + setting(rows);
    }

    /** What identifies a run beside its sizes, such as {@code , SSS with 2 nodes, medians of 5}. */
    public static String setting(List<Row> rows) {
        if (rows.isEmpty()) {
            return "";
        }
        String nodes = common(rows, "nodes");
        String heap = common(rows, "heap");
        String sums = common(rows, "sums");
        String grouping = common(rows, "grouping");
        return (nodes.isEmpty() ? "" : ", SSS with " + nodes + (nodes.equals("1") ? " node" : " nodes"))
                + (rows.get(0).task().parameters().containsKey("processes") ? " as processes" : "")
                + (heap.isEmpty() ? "" : ", heap " + heap)
                + (!grouping.isEmpty() ? ", grouping: " + grouping : sums.isEmpty() ? "" : ", sums: " + sums)
                + Repetitions.medians(SuiteReport.counts(rows));
    }

    /** The parameter, if it is the same in all rows that have it. */
    private static String common(List<Row> rows, String name) {
        List<String> values = rows.stream()
                .map(row -> row.task().parameters().get(name))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return values.size() == 1 ? values.get(0) : "";
    }

    /** The phases of the time where rows have them, stacked: Map with shuffle, and Reduce. */
    public static List<String> phases(List<Row> rows, String name, Path directory) throws IOException {
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, List<Row>> one : byWorkload(rows).entrySet()) {
            Bars bars = new Bars(title(one.getKey() + ", where the time goes", one.getValue()), "seconds", true);
            for (Row row : one.getValue().stream()
                    .filter(row -> row.details().containsKey("map_shuffle_s"))
                    .toList()) {
                String label = row.task().size() + " " + row.line();
                bars.bar(label, "Map + shuffle", row.detail("map_shuffle_s"))
                        .bar(label, "Reduce", row.detail("reduce_s"));
            }
            plots.addAll(bars.write(directory, name + "-" + one.getKey() + "-phases"));
        }
        return plots;
    }

    /**
     * For each workload two details of each row, stacked: a panel for each size, a bar for each system.
     *
     * @param parts     the names of details, and what a legend calls them, from the bottom
     * @param sameScale whether all panels have one y axis
     */
    public static List<String> panels(
            List<Row> rows, String what, Map<String, String> parts, boolean sameScale, String name, Path directory)
            throws IOException {
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, List<Row>> one : byWorkload(rows).entrySet()) {
            Panels panels = new Panels(one.getKey() + ": " + what + setting(one.getValue()), "seconds", sameScale);
            for (Row row : one.getValue()) {
                parts.forEach(
                        (detail, legend) -> panels.bar(row.task().size(), row.line(), legend, row.detail(detail)));
            }
            plots.addAll(panels.write(directory, name + "-" + one.getKey()));
        }
        return plots;
    }

    /**
     * A number of each row over the processors that the systems had: a panel for each workload, a line for each system.
     */
    public static List<String> overCores(
            List<Row> rows, String title, String yTitle, ToDoubleFunction<Row> y, String name, Path directory)
            throws IOException {
        LinePanels panels = new LinePanels(title + setting(rows), "processors", yTitle);
        rows.forEach(row -> panels.point(row.task().workload(), row.line(), row.cores(), y.applyAsDouble(row)));
        return panels.write(directory, name);
    }

    /** Which part of start and first run is the start, a group of bars for each case. */
    public static List<String> starts(List<Row> rows, String title, String name, Path directory) throws IOException {
        Bars bars = new Bars(title + setting(rows), "percent of start and first run", false);
        rows.stream()
                .filter(row -> !Double.isNaN(row.startSeconds()))
                .forEach(row -> bars.bar(row.task().label(), row.system(), PERCENT * row.startShare()));
        return bars.write(directory, name);
    }

    /** The medians of all rows side by side, a group of bars for each case. */
    public static List<String> medians(List<Row> rows, String title, String name, Path directory) throws IOException {
        Bars bars = new Bars(title + setting(rows), "seconds", false);
        rows.forEach(
                row -> bars.bar(row.task().label(), row.system(), row.seconds().median()));
        return bars.write(directory, name);
    }

    /** How many times as long as one system the others take, by the clock and by the processors' time. */
    public static List<String> ratios(List<Row> rows, String base, String title, String name, Path directory)
            throws IOException {
        Bars bars = new Bars(title + setting(rows), "times as long", false);
        for (Row row : rows) {
            Optional<Row> other = row.of(base, rows).filter(one -> !one.equals(row));
            if (other.isPresent()) {
                bars.bar(
                        row.task().label(),
                        row.system() + ", time",
                        row.seconds().median() / other.get().seconds().median());
                if (other.get().cpuSeconds() > 0) { // else less than a tick of the kernel's clock
                    bars.bar(
                            row.task().label(),
                            row.system() + ", processor time",
                            row.cpuSeconds() / other.get().cpuSeconds());
                }
            }
        }
        return bars.write(directory, name);
    }

    private static Map<String, List<Row>> byWorkload(List<Row> rows) {
        Map<String, List<Row>> all = new LinkedHashMap<>();
        rows.forEach(row -> all.computeIfAbsent(row.task().workload(), workload -> new ArrayList<>())
                .add(row));
        return all;
    }
}
