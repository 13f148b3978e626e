package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlan;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;

/** What all commands that measure have in common: options, a directory for the files of the run, a report. One use. */
abstract class MeasuringCommand implements Command {
    final String name;
    private final int warmUps;
    /** The directories for the files of the run, by medium, where there are several. */
    private Map<String, Path> media = Map.of();

    /** @param warmUps repetitions that do not count, when the user asks for no other number */
    MeasuringCommand(String name, int warmUps) {
        this.name = name;
        this.warmUps = warmUps;
    }

    /** Adds the options of this command; those of all commands follow. */
    abstract void describeOwn(Options options);

    /**
     * Checks the options before anything is started.
     *
     * @throws UsageException when they are wrong
     */
    abstract void check(Call call) throws IOException;

    /** Whether {@code --dir} may be given several times, to compare media. */
    boolean comparesMedia() {
        return false;
    }

    final SuitePlan onMedia(SuitePlan plan) {
        return media.isEmpty() ? plan : plan.on(media);
    }

    /** @param directory for the files of the run */
    abstract Bench open(Call call, Path directory, BenchProgress progress) throws Exception;

    /** Adds what identifies the run besides the machine and the numbers of repetitions. */
    abstract void addToHead(Call call, Map<String, Object> head);

    abstract Report<Row> report(List<Row> rows, Call call);

    /** @return names of the files, without their endings */
    abstract List<String> plot(List<Row> rows, Path directory) throws IOException;

    @Override
    public final void describe(Options options) {
        describeOwn(options);
        BenchmarkOptions.describeRuns(options, warmUps);
        WorkDirectory.describe(options, comparesMedia());
        OutDirectory.describe(options);
    }

    final WarmUp warmUp(Call call) {
        return BenchmarkOptions.warmUp(call, warmUps);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        OutDirectory.check(call);
        check(call);
        WorkDirectory.check(call, comparesMedia());
        try (WorkDirectory work = WorkDirectory.of(call)) {
            media = work.media();
            // Before the run, as it records how busy the machine is.
            Map<String, Object> head = head(call, work.path());
            try (Bench bench = open(call, work.path(), new BenchProgress(call.console()))) {
                if (!bench.hasWork()) {
                    throw new UsageException("none of the systems runs bench " + name + " with these options");
                }
                measure(bench, head, call);
            }
        }
        return 0;
    }

    final Map<String, Object> head(Call call, Path directory) throws IOException {
        WarmUp warmUp = warmUp(call);
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("benchmark", name);
        head.put("machine", Machine.describe(BenchMain.typed(name, call), directory));
        head.put("warm_ups", warmUp.repetitions());
        head.put("warm_up_seconds", warmUp.seconds());
        head.put("repetitions", BenchmarkOptions.repetitions(call));
        if (!media.isEmpty()) {
            head.put("media", NamedDirectory.describe(NamedDirectory.all(call, WorkDirectory.OPTION)));
        }
        addToHead(call, head);
        return head;
    }

    /** Runs and reports; of a run that fails, what was measured before, perhaps for hours. */
    private void measure(Bench bench, Map<String, Object> head, Call call) throws Exception {
        try {
            bench.run();
        } catch (Exception | OutOfMemoryError e) {
            if (!bench.rows().isEmpty()) {
                reportFailure(bench.rows(), e, head, call);
            }
            throw e;
        }
        write(report(bench.rows(), call), bench.rows(), head, call);
    }

    /** On a full disk, for example, there is no report either: that is not why the run failed. */
    private void reportFailure(List<Row> rows, Throwable e, Map<String, Object> head, Call call) {
        try {
            write(
                    report(rows, call).failed(e instanceof SssException known ? known.getMessage() : e.toString()),
                    rows,
                    head,
                    call);
        } catch (IOException | RuntimeException unreported) {
            e.addSuppressed(unreported);
        }
    }

    private void write(Report<Row> report, List<Row> rows, Map<String, Object> head, Call call) throws IOException {
        OutDirectory.write(call, head, report, out -> plot(rows, out));
    }
}
