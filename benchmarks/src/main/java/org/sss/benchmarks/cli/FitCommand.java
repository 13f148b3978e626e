package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.Suite;
import org.sss.benchmarks.synthetic.Fit;
import org.sss.benchmarks.synthetic.FitCosts;
import org.sss.benchmarks.synthetic.RealJob;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench fit}. */
final class FitCommand extends PointsCommand {
    private static final String CALIBRATED = "256MiB";
    private static final long MIN_BYTES = 64 << 10;
    private static final long MAX_BYTES = 1L << 36;

    private SyntheticConf conf;
    /** That of {@code --job}. */
    private Optional<RealJob> job = Optional.empty();

    FitCommand() {
        super("fit");
    }

    @Override
    void describePoints(Options options) {
        Help.option(options, "conf", "FILE", "the job's numbers, by the names of table 1 of the paper");
        Help.option(
                options,
                "job",
                "FILE",
                "what 'sss job ID --json' has printed of a job that has run, instead of --conf: its numbers, and its"
                        + " time beside that of the synthetic job");
        Help.option(options, "step", "NAME", "its Map or its Reduce, where FILE has several");
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
        job.ifPresent(real -> head.put(
                "job",
                real.workflow() + ", " + real.map().name() + " and "
                        + real.reduce().name()));
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
                            FitReport.mebi(fit.diskBytes()),
                            FitReport.mebi(fit.rssBytes()),
                            fit.skew()));
            tooSmall(costs, fit.seconds()).ifPresent(call.console()::note);
            Row measured = measure(call, points(call), work.path()).get(0);
            FitReport report = new FitReport(fit, measured, job);
            OutDirectory.write(
                    call,
                    head,
                    report.report(
                            costs,
                            tooSmall(
                                    costs,
                                    Math.min(fit.seconds(), measured.seconds().median()))),
                    report::writeFiles);
        }
        return 0;
    }

    private SyntheticConf conf(Call call) {
        conf = conf == null ? read(call) : conf;
        return conf;
    }

    private SyntheticConf read(Call call) {
        if (call.has("conf") == call.has("job")) {
            throw new UsageException("give either --conf or --job");
        }
        if (call.has("step") && !call.has("job")) {
            throw new UsageException("--step is a job of the report of --job");
        }
        if (call.has("job")) {
            job = Optional.of(RealJob.read(
                    Path.of(call.required("job")),
                    call.has("step") ? Optional.of(call.required("step")) : Optional.empty()));
        }
        SyntheticConf read = job.isPresent() ? job.get().conf() : SyntheticConf.read(Path.of(call.required("conf")));
        return read.with(Map.of("nodes", Integer.toString(BenchmarkOptions.nodes(call, read.nodes()))));
    }

    private List<Row> measure(Call call, List<SyntheticPoint> points, Path directory) throws Exception {
        Suite suite = suite(call, points, directory, new BenchProgress(call.console()));
        suite.run();
        return suite.rows();
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
}
