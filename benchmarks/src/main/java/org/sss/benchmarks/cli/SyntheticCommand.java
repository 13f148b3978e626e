package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.synthetic.SyntheticPlan;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.benchmarks.synthetic.SyntheticReport;
import org.sss.benchmarks.synthetic.SyntheticRun;
import org.sss.benchmarks.synthetic.SyntheticValues;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench synthetic}. */
final class SyntheticCommand implements Command {
    private static final String NAME = "synthetic";

    @Override
    public void describe(Options options) {
        SyntheticOptions.describe(options);
        SystemOptions.describe(options);
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        measure(NAME, SyntheticOptions.points(call), call);
        return 0;
    }

    /** Runs the points and reports on them. */
    static void measure(String name, List<SyntheticPoint> points, Call call) throws Exception {
        OutDirectory.check(call);
        try (WorkDirectory work = WorkDirectory.of(call)) {
            SyntheticPlan plan = SystemOptions.plan(call, points, work.path());
            measure(name, new SyntheticRun(plan, new Progress(call.console())), head(name, plan, call), call);
        }
    }

    private static void measure(String name, SyntheticRun run, Map<String, Object> head, Call call) throws Exception {
        if (!run.hasWork()) {
            throw new UsageException("none of the systems " + call.option("system", "sss") + " runs bench " + name + " with these options");
        }
        OutDirectory.reportAlsoFailure(run::run, run::rows, (rows, failure) -> report(name, new SyntheticReport(rows, failure), head, call));
    }

    private static Map<String, Object> head(String name, SyntheticPlan plan, Call call) throws IOException {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("benchmark", name);
        head.put("machine", Machine.describe(BenchMain.typed(name, call), Path.of(plan.directory().toString())));
        head.put("seed", SyntheticValues.SEED);
        head.put("heap", ServerOptions.heapRule(SystemOptions.heap(call)));
        head.put("server_settings", ServerOptions.settings(call));
        WarmUpOptions.tell(plan.warmUp(), head);
        head.put("repetitions", plan.repetitions());
        return head;
    }

    private static void report(String name, SyntheticReport report, Map<String, Object> head, Call call) throws IOException {
        OutDirectory.show(call, head, "CSV, JSON, Markdown and plots", out -> {
            report.write(out, name, head);
            OutDirectory.tryPlots(call, () -> report.plot(out, name));
        }, report::print, () -> report.document(head));
    }
}
