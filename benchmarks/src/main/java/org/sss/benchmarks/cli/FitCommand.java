package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Bars;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.Suite;
import org.sss.benchmarks.synthetic.Fit;
import org.sss.benchmarks.synthetic.FitCosts;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench fit}. */
final class FitCommand extends PointsCommand {
    private static final String CALIBRATED = "256MiB";
    private static final long MIN_BYTES = 64 << 10;
    private static final long MAX_BYTES = 1L << 36;
    private static final double PERCENT = 100;

    private SyntheticConf conf;

    FitCommand() {
        super("fit");
    }

    /** What was predicted and what was measured, by name and unit. */
    private record Line(String name, double predicted, double measured) {
        double errorPercent() {
            return (predicted - measured) / measured * PERCENT;
        }
    }

    @Override
    void describePoints(Options options) {
        Help.option(options, "conf", "FILE", "the job's numbers, by the names of table 1 of the paper");
        Help.option(
                options,
                "calibrate",
                "SIZE",
                "bytes of each of the short runs that show what things cost (" + CALIBRATED
                        + "); memory is predicted from one that writes so much of the job, and one of a quarter");
        Help.option(options, "nodes", "N", "nodes (1, or as in FILE)");
    }

    /** The job itself. */
    @Override
    List<SyntheticPoint> points(Call call) {
        return List.of(new SyntheticPoint("job", "mapoutKeyCount", conf(call).mapoutKeyCount(), conf(call)));
    }

    @Override
    void check(Call call) throws IOException {
        if (!call.option(BenchmarkOptions.SYSTEM, "sss").equals("sss")) {
            throw new UsageException("bench fit knows sss alone");
        }
        if (warmUp(call).repetitions() == 0) {
            throw new UsageException(
                    "bench fit needs a warm-up (--warm-ups 1 or more): short runs and a long job are not as cold as one"
                            + " another");
        }
        super.check(call);
    }

    @Override
    void addToHead(Call call, Map<String, Object> head) {
        super.addToHead(call, head);
        head.put("conf", conf(call).toMap());
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        OutDirectory.check(call);
        WorkDirectory.check(call, false);
        check(call);
        long bytes = BenchmarkOptions.quantity(call, "calibrate", CALIBRATED, MIN_BYTES, MAX_BYTES) & -MIN_BYTES;
        try (WorkDirectory work = WorkDirectory.of(call)) {
            // Before the run, as it records how busy the machine is.
            Map<String, Object> head = head(call, work.path());
            List<Row> runs = measure(call, FitCosts.runs(conf, bytes), work.path());
            int subgroups = (int) runs.get(0).detail("subgroups");
            FitCosts costs = FitCosts.of(runs, heap(call).bytes());
            Fit fit = Fit.of(conf, costs, subgroups, Runtime.getRuntime().availableProcessors());
            call.console()
                    .note(String.format(
                            Locale.ROOT,
                            "predicted: %.3f s, %.0f MiB on the disk, %.0f MiB of memory, skew %.2f; now the" + " job",
                            fit.seconds(),
                            mebi(fit.diskBytes()),
                            mebi(fit.rssBytes()),
                            fit.skew()));
            tooSmall(costs, fit.seconds()).ifPresent(call.console()::note);
            Row measured = measure(call, points(call), work.path()).get(0);
            List<Line> lines = List.of(
                    new Line("seconds", fit.seconds(), measured.seconds().median()),
                    new Line("disk_mib", mebi(fit.diskBytes()), mebi(measured.detail(Row.DISK_BYTES))),
                    new Line("peak_rss_mib", mebi(fit.rssBytes()), mebi(measured.peakRssBytes())),
                    new Line("skew", fit.skew(), measured.detail("skew")));
            OutDirectory.write(
                    call,
                    head,
                    report(
                            lines,
                            costs,
                            measured,
                            tooSmall(
                                    costs,
                                    Math.min(fit.seconds(), measured.seconds().median()))),
                    out -> plot(lines, measured, out));
        }
        return 0;
    }

    private SyntheticConf conf(Call call) {
        conf = conf == null ? read(call) : conf;
        return conf;
    }

    private static SyntheticConf read(Call call) {
        SyntheticConf conf = SyntheticConf.read(Path.of(call.required("conf")));
        return conf.with(Map.of("nodes", Integer.toString(BenchmarkOptions.nodes(call, conf.nodes()))));
    }

    private List<Row> measure(Call call, List<SyntheticPoint> points, Path directory) throws Exception {
        Suite suite = suite(call, points, directory, new BenchProgress(call.console()));
        suite.run();
        return suite.rows();
    }

    private static double mebi(double bytes) {
        return bytes / (1 << 20);
    }

    /** Why the seconds mean nothing, if they do not. */
    private static Optional<String> tooSmall(FitCosts costs, double seconds) {
        return seconds >= costs.minSeconds()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "warning: the job is too small for"
                                + " its seconds to be predicted: %.3f s, and a job with nothing to do takes %.3f s; "
                                + "take one of at"
                                + " least %.2f s",
                        seconds,
                        costs.baseSeconds(),
                        costs.minSeconds()));
    }

    /** @param tooSmall why the seconds mean nothing, if they do not */
    private static Report<Line> report(List<Line> lines, FitCosts costs, Row measured, Optional<String> tooSmall) {
        Columns<Line> columns = new Columns<Line>()
                .value("OF THE JOB", "of_the_job", Line::name)
                .number("PREDICTED", "predicted", 3, Line::predicted)
                .number("MEASURED", "measured", 3, Line::measured)
                .number("ERROR %", "error_percent", 3, Line::errorPercent);
        List<String> remarks =
                new ArrayList<>(Repetitions.remark(List.of(measured.runs().size())));
        tooSmall.ifPresent(remarks::add);
        String how = String.format(
                Locale.ROOT,
                "Measured: %d repetitions of %.3f to %.3f s, %.3f s of processor time, %s on the wire.",
                measured.runs().size(),
                measured.seconds().min(),
                measured.seconds().max(),
                measured.cpuSeconds(),
                Units.bytes((long) measured.wireBytes()));
        return new Report<>(
                "fit",
                "Predicted from short runs, then measured.",
                Map.of("", lines),
                columns,
                null,
                remarks,
                how,
                Map.of("costs", costs, "measured", measured.runs(), "too_small", tooSmall.isPresent()));
    }

    /** Units differ, so each pair of bars is in parts of what was measured. */
    private static List<String> plot(List<Line> lines, Row measured, Path directory) throws IOException {
        String nodes = measured.task().parameters().get("nodes");
        Bars bars = new Bars(
                "A job predicted from short runs, SSS with " + nodes
                        + (nodes.equals("1") ? " node" : " nodes") + ", median of "
                        + measured.runs().size(),
                "percent of what was measured",
                false);
        lines.forEach(line -> bars.bar(line.name(), "predicted", PERCENT + line.errorPercent())
                .bar(line.name(), "measured", PERCENT));
        return bars.write(directory, "fit");
    }
}
