package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Bars;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.synthetic.Fit;
import org.sss.benchmarks.synthetic.FitCosts;
import org.sss.benchmarks.synthetic.JobComparison;
import org.sss.benchmarks.synthetic.RealJob;
import org.sss.cli.terminal.Units;

/** What {@code sss bench fit} predicted and measured, and beside it the real job, if there is one. Immutable. */
final class FitReport {
    private static final double PERCENT = 100;
    /** Numbers from here on, such as those of pairs, are shown without decimals. */
    private static final double LARGE = 10_000;

    private final Row measured;
    private final Optional<JobComparison> comparison;
    /** What is predicted; they have a picture, too. */
    private final List<Line> fitted;

    /**
     * What was predicted, measured of the synthetic job, and reported of the real one, by name and unit; NaN where that
     * is unknown.
     */
    record Line(String name, double predicted, double measured, double real) {
        double errorPercent() {
            return (predicted - measured) / measured * PERCENT;
        }

        double ratio() {
            return real / measured;
        }
    }

    FitReport(Fit fit, Row measured, Optional<RealJob> job) {
        this.measured = measured;
        comparison = job.map(real -> JobComparison.of(real, measured));
        fitted = List.of(
                new Line(
                        "seconds",
                        fit.seconds(),
                        measured.seconds().median(),
                        job.map(RealJob::seconds).orElse(Double.NaN)),
                new Line("disk_mib", mebi(fit.diskBytes()), mebi(measured.detail(Row.DISK_BYTES)), Double.NaN),
                new Line("peak_rss_mib", mebi(fit.rssBytes()), mebi(measured.peakRssBytes()), Double.NaN),
                new Line(
                        "skew",
                        fit.skew(),
                        measured.detail("skew"),
                        job.map(RealJob::skew).orElse(Double.NaN)));
    }

    static double mebi(double bytes) {
        return bytes / (1 << 20);
    }

    /** @param tooSmall why the seconds mean nothing, if they do not */
    Report<Line> report(FitCosts costs, Optional<String> tooSmall) {
        List<String> remarks =
                new ArrayList<>(Repetitions.remark(List.of(measured.runs().size())));
        comparison.ifPresent(compared -> remarks.addAll(compared.remarks()));
        tooSmall.ifPresent(remarks::add);
        return new Report<>(
                "fit",
                "Predicted from short runs, then measured."
                        + (comparison.isPresent() ? " Real is what the report of the real job says." : ""),
                Map.of("", lines()),
                columns(),
                null,
                remarks,
                how(),
                Map.of("costs", costs, "measured", measured.runs(), "too_small", tooSmall.isPresent()));
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>(fitted);
        comparison.ifPresent(compared -> compared.real()
                .forEach((name, real) -> lines.add(
                        new Line(name, Double.NaN, compared.synthetic().get(name), real))));
        return lines;
    }

    private Columns<Line> columns() {
        Columns<Line> columns = new Columns<Line>().value("OF THE JOB", "of_the_job", Line::name);
        add(columns, "PREDICTED", "predicted", Line::predicted);
        add(columns, "MEASURED", "measured", Line::measured);
        columns.number("ERROR %", "error_percent", 3, Line::errorPercent);
        if (comparison.isPresent()) {
            add(columns, "REAL", "real", Line::real);
            columns.number("REAL/MEASURED", "real_of_measured", 3, Line::ratio);
        }
        return columns;
    }

    private static void add(Columns<Line> columns, String title, String name, ToDoubleFunction<Line> of) {
        columns.show(title, line -> {
                    double value = of.applyAsDouble(line);
                    return Columns.number(value, value < LARGE ? 3 : 0);
                })
                .store(name, of::applyAsDouble);
    }

    private String how() {
        return String.format(
                Locale.ROOT,
                "Measured: %d repetitions of %.3f to %.3f s, %.3f s of processor time, %s on the wire.",
                measured.runs().size(),
                measured.seconds().min(),
                measured.seconds().max(),
                measured.cpuSeconds(),
                Units.bytes((long) measured.wireBytes()));
    }

    /** The picture, and of a real job the parameters, for {@code sss bench synthetic --conf}. */
    List<String> writeFiles(Path directory) throws IOException {
        if (comparison.isPresent()) {
            comparison.get().writeConf(directory);
        }
        return plot(directory);
    }

    /** Units differ, so each pair of bars is in parts of what was measured. */
    private List<String> plot(Path directory) throws IOException {
        String nodes = measured.task().parameters().get("nodes");
        Bars bars = new Bars(
                "A job predicted from short runs, SSS with " + nodes
                        + (nodes.equals("1") ? " node" : " nodes") + ", median of "
                        + measured.runs().size(),
                "percent of what was measured",
                false);
        fitted.forEach(line -> bars.bar(line.name(), "predicted", PERCENT + line.errorPercent())
                .bar(line.name(), "measured", PERCENT));
        return bars.write(directory, "fit");
    }
}
