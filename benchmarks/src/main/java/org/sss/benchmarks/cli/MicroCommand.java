package org.sss.benchmarks.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.micro.MicroFiles;
import org.sss.benchmarks.micro.MicroPlan;
import org.sss.benchmarks.micro.MicroRow;
import org.sss.benchmarks.micro.MicroRun;
import org.sss.benchmarks.micro.MicroTable;
import org.sss.benchmarks.micro.Stores;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.suite.Progress;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench micro}. */
final class MicroCommand implements Command {
    @Override
    public void describe(Options options) {
        MicroOptions.describe(options);
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        OutDirectory.check(call);
        MicroOptions.plan(call, null);
        try (WorkDirectory work = WorkDirectory.of(call)) {
            MicroPlan plan = MicroOptions.plan(call, work.path());
            measure(plan, call);
        }
        return 0;
    }

    private static void measure(MicroPlan plan, Call call) throws Exception {
        // Before the run, as it tells how busy the machine is.
        Map<String, Object> head = head(plan, call);
        try (Stores stores = Stores.open(plan)) {
            MicroRun run = new MicroRun(plan, stores, new Progress(call.console()));
            if (!run.hasWork()) {
                throw new UsageException("none of the systems " + String.join(",", plan.systems()) + " can do --mode " + call.option("mode", "both"));
            }
            OutDirectory.reportAlsoFailure(run::run, run::rows, (rows, failure) -> report(rows, stores.tested(), OutDirectory.with(head, failure), call));
        }
    }

    private static Map<String, Object> head(MicroPlan plan, Call call) throws IOException {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("benchmark", "micro");
        head.put("machine", Machine.describe(BenchMain.typed("micro", call), plan.directory()));
        head.put("seed", plan.seed());
        head.put("threads", plan.threads());
        head.put("data", plan.text() ? "text" : "random");
        head.put("server_heap", plan.heap());
        head.put("server_settings", plan.settings());
        WarmUpOptions.tell(plan.warmUp(), head);
        head.put("repetitions", plan.repetitions());
        plan.modes().forEach(mode -> head.put("latency_of_" + mode, mode.operation()));
        return head;
    }

    private static void report(List<MicroRow> rows, String tested, Map<String, Object> head, Call call) throws IOException {
        MicroFiles files = new MicroFiles(rows, tested);
        OutDirectory.show(call, head, "CSV, JSON, Markdown and plots", out -> {
            files.write(out, head);
            OutDirectory.tryPlots(call, () -> files.plot(out));
        }, console -> MicroTable.print(rows, tested, console), () -> files.document(head));
    }
}
