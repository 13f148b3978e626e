package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Bars;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.Markdown;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.synthetic.Fit;
import org.sss.benchmarks.synthetic.FitCosts;
import org.sss.benchmarks.synthetic.FitSample;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticPlan;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.benchmarks.synthetic.SyntheticReport;
import org.sss.benchmarks.synthetic.SyntheticRow;
import org.sss.benchmarks.synthetic.SyntheticRun;
import org.sss.benchmarks.synthetic.SyntheticValues;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;

/** {@code sss bench fit}. */
final class FitCommand implements Command {
    private static final String NAME = "fit";
    private static final String CALIBRATED = "256MiB";
    private static final long LEAST_BYTES = 64 << 10;
    private static final double PERCENT = 100;
    private static final long MOST_BYTES = 1L << 36;

    @Override
    public void describe(Options options) {
        Help.option(options, "conf", "FILE", "the job's numbers, by the names of table 1 of the paper");
        Help.option(options, "sample", "GROUP", "take them from a group: each tuple handed on, reduced by key; of its tuples only the first 100,000 in the"
                + " order of their keys are looked at, and all keys are taken to be equally frequent");
        Call.describeCluster(options);
        Help.option(options, "calibrate", "SIZE", "bytes of each of the short runs that show what things cost (" + CALIBRATED
                + "); memory is predicted from one that writes so much of the job, and one of a quarter");
        Help.option(options, "nodes", "N", "nodes (1, or as in FILE)");
        SystemOptions.describe(options);
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        OutDirectory.check(call);
        if (!call.option("system", "sss").equals("sss")) {
            throw new UsageException("bench fit knows sss alone");
        }
        if (SystemOptions.plan(call, List.of(), null).warmUp().repetitions() == 0) {
            throw new UsageException("bench fit needs a warm-up (--warm-ups 1 or more): short runs and a long job are not as cold as one another");
        }
        SyntheticConf conf = conf(call);
        long bytes = Quantity.of(call, "calibrate", CALIBRATED, LEAST_BYTES, MOST_BYTES) & -LEAST_BYTES;
        try (WorkDirectory work = WorkDirectory.of(call)) {
            // Before the run, as it tells how busy the machine is.
            Map<String, Object> head = head(call, conf, work.path());
            List<SyntheticRow> runs = measure(call, FitCosts.runs(conf, bytes), work.path());
            int subgroups = (int) runs.get(0).detail("subgroups").median();
            FitCosts costs = FitCosts.of(runs, SystemOptions.heap(call).bytes());
            Fit fit = Fit.of(conf, costs, subgroups, Runtime.getRuntime().availableProcessors());
            call.console().note(String.format(Locale.ROOT, "predicted: %.3f s, %.0f MiB on the disk, %.0f MiB of memory, skew %.2f; now the job",
                    fit.seconds(), mebi(fit.diskBytes()), mebi(fit.rssBytes()), fit.skew()));
            tooSmall(costs, fit.seconds()).ifPresent(call.console()::note);
            SyntheticPoint point = new SyntheticPoint("job", "mapoutKeyCount", conf.mapoutKeyCount(), conf);
            SyntheticRow measured = measure(call, List.of(point), work.path()).get(0);
            report(call, head, costs, lines(fit, measured), measured, tooSmall(costs, Math.min(fit.seconds(), measured.seconds().median())));
        }
        return 0;
    }

    private static SyntheticConf conf(Call call) {
        if (call.has("conf") == call.has("sample")) {
            throw new UsageException("give either --conf or --sample");
        }
        if (call.has("conf")) {
            SyntheticConf conf = SyntheticConf.read(Path.of(call.required("conf")));
            return conf.with(Map.of("nodes", Integer.toString(SyntheticOptions.nodes(call, conf.nodes()))));
        }
        try (SssClient client = call.connect()) {
            return FitSample.of(client, call.required("sample"), SyntheticOptions.nodes(call, 1));
        }
    }

    private static List<SyntheticRow> measure(Call call, List<SyntheticPoint> points, Path directory) throws Exception {
        SyntheticPlan plan = SystemOptions.plan(call, points, directory);
        return new SyntheticRun(plan, new Progress(call.console())).run();
    }

    /** What was expected and what came, by name and unit. */
    private static Map<String, double[]> lines(Fit fit, SyntheticRow measured) {
        Map<String, double[]> lines = new LinkedHashMap<>();
        lines.put("seconds", new double[] {fit.seconds(), measured.seconds().median()});
        lines.put("disk_mib", new double[] {mebi(fit.diskBytes()), mebi(measured.detail("disk_bytes").median())});
        lines.put("peak_rss_mib", new double[] {mebi(fit.rssBytes()), mebi(measured.peakRssBytes().max())});
        lines.put("skew", new double[] {fit.skew(), measured.detail("skew").median()});
        return lines;
    }

    private static double mebi(double bytes) {
        return bytes / (1 << 20);
    }

    private static Map<String, Object> head(Call call, SyntheticConf conf, Path directory) throws IOException {
        SyntheticPlan plan = SystemOptions.plan(call, List.of(), directory);
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("benchmark", NAME);
        head.put("machine", Machine.describe(BenchMain.typed(NAME, call), directory));
        head.put("seed", SyntheticValues.SEED);
        WarmUpOptions.tell(plan.warmUp(), head);
        head.put("repetitions", plan.repetitions());
        head.put("conf", conf.toMap());
        return head;
    }

    /** How the measured numbers came about. */
    private static List<String> remarks(SyntheticRow measured) {
        List<String> lines = new ArrayList<>(Repetitions.remark(List.of(measured.runs().size())));
        lines.add(String.format(Locale.ROOT, "measured: %d repetitions of %.3f to %.3f s, %.3f s of processor time, %s on the wire", measured.runs().size(),
                measured.seconds().min(), measured.seconds().max(), measured.cpuSeconds().median(), Units.bytes((long) measured.wireBytes().median())));
        return lines;
    }

    /** Why the seconds mean nothing, if they do not. */
    private static Optional<String> tooSmall(FitCosts costs, double seconds) {
        return seconds >= costs.minSeconds() ? Optional.empty() : Optional.of(String.format(Locale.ROOT,
                "warning: the job is too small for its seconds to be predicted: %.3f s, and a job with nothing to do takes %.3f s; take one of at least %.2f s",
                seconds, costs.baseSeconds(), costs.minSeconds()));
    }

    /** @param tooSmall why the seconds mean nothing, if they do not */
    private static void report(Call call, Map<String, Object> head, FitCosts costs, Map<String, double[]> lines, SyntheticRow measured,
            Optional<String> tooSmall) throws IOException {
        List<String> remarks = new ArrayList<>(remarks(measured));
        tooSmall.ifPresent(remarks::add);
        Map<String, Object> document = new LinkedHashMap<>(head);
        document.put("costs", costs);
        document.put("measured", new SyntheticReport(List.of(measured), null).document(Map.of()).get("rows"));
        document.put("too_small", tooSmall.isPresent());
        Table table = new Table("OF THE JOB", "PREDICTED", "MEASURED", "ERROR %");
        lines.forEach((name, numbers) -> {
            document.put(name, Map.of("predicted", numbers[0], "measured", numbers[1], "error_percent", errorPercent(numbers)));
            table.row(row(name, numbers));
        });
        OutDirectory.show(call, head, "CSV, JSON, Markdown and plot", out -> {
            out.json(NAME, document);
            out.csv(NAME, lines.entrySet().stream().map(line -> cells(line.getKey(), line.getValue())).toList());
            List<String> plots = new ArrayList<>();
            OutDirectory.tryPlots(call, () -> plots.addAll(plot(lines, measured, out.path())));
            new Markdown(NAME).text("Predicted from short runs, then measured.").facts(head)
                    .table(new String[] {"of the job", "predicted", "measured", "error %"}, lines.entrySet().stream()
                            .map(line -> row(line.getKey(), line.getValue())).toList()).list(remarks).pictures(plots).write(out.path(), NAME);
        }, console -> {
            table.print(console);
            remarks.forEach(console::line);
        }, () -> document);
    }

    /** Units differ, so each pair of bars is in parts of what was measured. */
    private static List<String> plot(Map<String, double[]> lines, SyntheticRow measured, Path directory) throws IOException {
        int nodes = measured.conf().nodes();
        Bars bars = new Bars("A job predicted from short runs, SSS with " + nodes + (nodes == 1 ? " node" : " nodes") + ", median of " + measured.runs().size(),
                "percent of what was measured", false);
        lines.forEach((name, numbers) -> {
            bars.bar(name, "predicted", PERCENT + errorPercent(numbers));
            bars.bar(name, "measured", PERCENT);
        });
        bars.write(directory, NAME);
        return List.of(NAME);
    }

    private static double errorPercent(double[] numbers) {
        return (numbers[0] - numbers[1]) / numbers[1] * PERCENT;
    }

    private static Map<String, Object> cells(String name, double[] numbers) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("of_the_job", name);
        cells.put("predicted", numbers[0]);
        cells.put("measured", numbers[1]);
        cells.put("error_percent", errorPercent(numbers));
        return cells;
    }

    private static Object[] row(String name, double[] numbers) {
        return new Object[] {name, text(numbers[0]), text(numbers[1]), text(errorPercent(numbers))};
    }

    private static String text(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }
}
