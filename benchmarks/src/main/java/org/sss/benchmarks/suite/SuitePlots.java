package org.sss.benchmarks.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Bars;
import org.sss.benchmarks.report.Plot;
import org.sss.cli.terminal.Units;

/** Pictures of rows. Each method writes some and returns their names. Stateless. */
public final class SuitePlots {
    private SuitePlots() {
    }

    /** For each workload, seconds over x, a line for each system; both axes are logarithmic. With one x there are bars. */
    public static List<String> times(List<SuiteRow> rows, String xTitle, String name, Path directory) throws IOException {
        return lines(rows, xTitle, "seconds", row -> row.seconds().median(), name, directory);
    }

    /** The same for any number of a row. */
    public static List<String> lines(List<SuiteRow> rows, String xTitle, String yTitle, ToDoubleFunction<SuiteRow> y,
            String name, Path directory) throws IOException {
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, List<SuiteRow>> one : byWorkload(rows).entrySet()) {
            String file = name + "-" + one.getKey();
            if (one.getValue().stream().map(row -> row.task().x()).distinct().count() == 1) {
                Bars bars = new Bars(title(one.getKey(), one.getValue()), yTitle, false);
                one.getValue().forEach(row -> bars.bar(row.task().size(), row.system(), y.applyAsDouble(row)));
                bars.write(directory, file);
            } else {
                plot(one.getValue(), new Plot(title(one.getKey(), one.getValue()), xTitle, yTitle), y).write(directory, file);
            }
            plots.add(file);
        }
        return plots;
    }

    /** What was measured, of which size, and how. */
    private static String title(String what, List<SuiteRow> rows) {
        List<String> sizes = rows.stream().map(row -> row.task().size()).distinct().toList();
        List<Long> bytes = rows.stream().map(row -> row.task().inputBytes()).distinct().toList();
        String size = sizes.size() == 1 ? sizes.get(0) : bytes.size() == 1 && bytes.get(0) > 0 ? Units.bytes(bytes.get(0))
                : sizes.get(0) + " to " + sizes.get(sizes.size() - 1);
        return what + ": " + size + setting(rows);
    }

    /** What identifies a run beside its sizes, such as {@code , SSS with 2 nodes, medians of 5}. */
    public static String setting(List<SuiteRow> rows) {
        if (rows.isEmpty()) {
            return "";
        }
        Map<String, String> parameters = rows.get(0).task().parameters();
        List<String> nodes = rows.stream().map(row -> row.task().parameters().getOrDefault("nodes", "")).distinct().toList();
        List<String> heaps = rows.stream().map(row -> row.task().parameters().getOrDefault("heap", "")).distinct().toList();
        return (nodes.size() == 1 && !nodes.get(0).isEmpty() ? ", SSS with " + nodes.get(0) + (nodes.get(0).equals("1") ? " node" : " nodes") : "")
                + (parameters.containsKey("processes") ? " as processes" : "")
                + (heaps.size() == 1 && !heaps.get(0).isEmpty() ? ", heap " + heaps.get(0) : "")
                + (common(rows, "grouping").isEmpty() ? common(rows, "sums") : common(rows, "grouping"))
                + Repetitions.medians(rows.stream().map(row -> row.runs().size()).toList());
    }

    /** The parameter, if it is the same in all rows that have it. */
    private static String common(List<SuiteRow> rows, String name) {
        List<String> values = rows.stream().map(row -> row.task().parameters().get(name)).filter(Objects::nonNull).distinct().toList();
        return values.size() == 1 ? ", " + name + ": " + values.get(0) : "";
    }

    private static Plot plot(List<SuiteRow> rows, Plot plot, ToDoubleFunction<SuiteRow> y) {
        Map<String, Map<Double, Double>> lines = new LinkedHashMap<>();
        rows.stream().filter(row -> y.applyAsDouble(row) > 0).forEach(row ->
                lines.computeIfAbsent(row.system(), system -> new TreeMap<>()).put(row.task().x(), y.applyAsDouble(row)));
        lines.forEach(plot::line);
        return plot;
    }

    /** The parts of the time that rows tell, one on the other: Map with shuffle, and Reduce. */
    public static List<String> phases(List<SuiteRow> rows, String name, Path directory) throws IOException {
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, List<SuiteRow>> one : byWorkload(rows).entrySet()) {
            List<SuiteRow> told = one.getValue().stream().filter(row -> row.details().containsKey("map_shuffle_s")).toList();
            if (!told.isEmpty()) {
                Bars bars = new Bars(title(one.getKey() + ", where the time goes", one.getValue()), "seconds", true);
                for (SuiteRow row : told) {
                    String label = row.task().size() + " " + row.system();
                    bars.bar(label, "Map + shuffle", row.details().get("map_shuffle_s"));
                    bars.bar(label, "Reduce", row.details().get("reduce_s"));
                }
                plots.add(name + "-" + one.getKey() + "-phases");
                bars.write(directory, name + "-" + one.getKey() + "-phases");
            }
        }
        return plots;
    }

    /** The medians of all rows side by side, a group of bars for each case. */
    public static List<String> medians(List<SuiteRow> rows, String title, String name, Path directory) throws IOException {
        Bars bars = new Bars(title + setting(rows), "seconds", false);
        rows.forEach(row -> bars.bar(row.task().label(), row.system(), row.seconds().median()));
        bars.write(directory, name);
        return rows.isEmpty() ? List.of() : List.of(name);
    }

    /** The same as how many times as long as one system they take, by the clock and by the processors' time. */
    public static List<String> ratios(List<SuiteRow> rows, String base, String title, String name, Path directory) throws IOException {
        Bars bars = new Bars(title + setting(rows), "times as long", false);
        boolean any = false;
        for (SuiteRow row : rows) {
            Optional<SuiteRow> other = rows.stream().filter(one -> one.system().equals(base) && one.task().equals(row.task())).findFirst();
            if (other.isPresent() && other.get() != row) {
                any = true;
                bars.bar(row.task().label(), row.system() + ", time", row.seconds().median() / other.get().seconds().median());
                if (other.get().cpuSeconds() > 0) { // less than a tick of the kernel's clock, else
                    bars.bar(row.task().label(), row.system() + ", processor time", row.cpuSeconds() / other.get().cpuSeconds());
                }
            }
        }
        bars.write(directory, name);
        return any ? List.of(name) : List.of();
    }

    private static Map<String, List<SuiteRow>> byWorkload(List<SuiteRow> rows) {
        Map<String, List<SuiteRow>> all = new LinkedHashMap<>();
        rows.forEach(row -> all.computeIfAbsent(row.task().workload(), workload -> new ArrayList<>()).add(row));
        return all;
    }
}
