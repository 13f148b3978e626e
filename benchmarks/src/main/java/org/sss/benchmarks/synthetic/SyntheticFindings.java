package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Repetitions;

/** What the rows say, a sentence each: how flat lines are, how systems compare, how much computation hides. Immutable. */
record SyntheticFindings(List<SyntheticRow> rows) {
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String series : distinct(SyntheticRow::name)) {
            for (String system : distinct(SyntheticRow::system)) {
                List<SyntheticRow> points = of(series, system);
                if (points.size() > 1) {
                    lines.add(series + ", " + system + ": the slowest point takes " + spread(points, seconds())
                            + " times as long as the fastest (processor time: " + spread(points, cpu()) + ")");
                }
            }
            distinct(SyntheticRow::system).stream().skip(1).forEach(system -> addComparison(series, system, lines));
        }
        rows.forEach(row -> addFolded(row, lines));
        rows.forEach(row -> addOverlap(row, lines));
        addFew(lines);
        return lines;
    }

    private Set<String> distinct(Function<SyntheticRow, String> what) {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.add(what.apply(row)));
        return names;
    }

    private List<SyntheticRow> of(String series, String system) {
        return rows.stream().filter(row -> row.name().equals(series) && row.system().equals(system)).toList();
    }

    private static ToDoubleFunction<SyntheticRow> seconds() {
        return row -> row.seconds().median();
    }

    private static ToDoubleFunction<SyntheticRow> cpu() {
        return row -> row.cpuSeconds().median();
    }

    private static String spread(List<SyntheticRow> points, ToDoubleFunction<SyntheticRow> value) {
        return number(points.stream().mapToDouble(value).max().orElseThrow() / points.stream().mapToDouble(value).min().orElseThrow());
    }

    /** A system against the first one, at the points that both have. */
    private void addComparison(String series, String system, List<String> lines) {
        List<SyntheticRow> first = of(series, rows.get(0).system());
        List<double[]> ratios = new ArrayList<>();
        for (SyntheticRow row : of(series, system)) {
            first.stream().filter(other -> other.point() == row.point()).forEach(other -> ratios.add(new double[] {
                row.seconds().median() / other.seconds().median(), row.cpuSeconds().median() / other.cpuSeconds().median()}));
        }
        if (!ratios.isEmpty()) {
            lines.add(series + ": " + system + " takes " + range(ratios, 0) + " times as long as " + rows.get(0).system()
                    + " (processor time: " + range(ratios, 1) + ")");
        }
    }

    private static String range(List<double[]> ratios, int at) {
        String least = number(ratios.stream().mapToDouble(ratio -> ratio[at]).min().orElseThrow());
        String most = number(ratios.stream().mapToDouble(ratio -> ratio[at]).max().orElseThrow());
        return least.equals(most) ? least : least + " to " + most;
    }

    private void addFew(List<String> lines) {
        long few = rows.stream().filter(row -> row.runs().size() < Repetitions.FOR_QUOTES).count();
        if (few > 0) {
            lines.add(few + " of " + rows.size() + " rows have N below " + Repetitions.FOR_QUOTES + ", too few to be quoted without saying so;"
                    + " systems whose last warm-up took over 10 s have 3 at most");
        }
    }

    /** What is left of the pairs, where a part of them was asked for. */
    private static void addFolded(SyntheticRow row, List<String> lines) {
        SyntheticConf conf = row.conf();
        if (conf.combiningFactor() > 0) {
            lines.add(String.format(Locale.ROOT, "%s, %s: combiningFactor %s, reached: %.4f of %d pairs", row.name(), row.system(),
                    conf.combiningFactor(), row.combined(), conf.mapoutKeyCount()));
        }
    }

    /** Of a job that computes and of the same one that does not. */
    private void addOverlap(SyntheticRow row, List<String> lines) {
        if (!row.conf().computes()) {
            return;
        }
        rows.stream().filter(other -> other.system().equals(row.system()) && other.conf().equals(row.conf().withoutComputation()))
                .findFirst().ifPresent(other -> {
                    int processors = Runtime.getRuntime().availableProcessors();
                    double alone = row.conf().computeSeconds() / processors;
                    double hidden = other.seconds().median() + alone - row.seconds().median();
                    lines.add(String.format(Locale.ROOT, "%s, %s: %.3f s; without computation %.3f s, the computation alone on %d"
                            + " processors %.3f s; %s", row.name(), row.system(), row.seconds().median(), other.seconds().median(),
                            processors, alone, hidden < 0 ? "nothing overlaps"
                                    : String.format(Locale.ROOT, "%.3f s of the two overlap", hidden)));
                });
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }
}
