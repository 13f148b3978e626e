package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.delete.DeletePlan;
import org.sss.benchmarks.delete.DeleteReport;
import org.sss.benchmarks.delete.DeleteRun;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.suite.Progress;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;

/** {@code sss bench delete}. */
final class DeleteCommand implements Command {
    private static final String SIZES = "1MiB,16MiB,256MiB,4GiB,20GiB";
    private static final long MOST_BYTES = 1L << 44;
    private static final long MOST_VALUE_BYTES = 1 << 28;
    private static final int MOST_REPETITIONS = 1000;
    private static final int MOST_THREADS = 1024;
    private static final int SEED = 7;

    @Override
    public void describe(Options options) {
        Help.option(options, "system", "NAMES", "some of sss,sss-tuples,hadoop (sss); sss-tuples has the layout of the original");
        Help.option(options, "sizes", "SIZES", "bytes of keys and values of the groups (" + SIZES + ")");
        Help.option(options, "value", "SIZE", "bytes of a value (16KiB)");
        Help.option(options, "threads", "T", "client threads that write a group (4)");
        WarmUpOptions.describe(options, 1);
        Help.option(options, "repetitions", "R", "measurements of which the median is shown (5)");
        ServerOptions.describe(options);
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        OutDirectory.check(call);
        plan(call, null);
        try (WorkDirectory work = WorkDirectory.of(call)) {
            DeletePlan plan = plan(call, work.path());
            // Before the run, as it tells how busy the machine is.
            Map<String, Object> head = head(plan, call);
            DeleteRun run = new DeleteRun(plan, new Progress(call.console()));
            OutDirectory.reportAlsoFailure(run::run, run::rows, (rows, failure) -> report(new DeleteReport(rows), OutDirectory.with(head, failure), call));
        }
        return 0;
    }

    private static DeletePlan plan(Call call, Path directory) {
        return new DeletePlan(SuiteOptions.choices(call, "system", "sss", DeleteRun.SYSTEMS), Quantity.listOf(call, "sizes", SIZES, 1, MOST_BYTES),
                (int) Quantity.of(call, "value", "16KiB", 0, MOST_VALUE_BYTES),
                WarmUpOptions.of(call, 1), (int) call.number("repetitions", 1, MOST_REPETITIONS, 5), (int) call.number("threads", 1, MOST_THREADS, 4),
                ServerOptions.heap(call).size(), ServerOptions.settings(call), directory, SEED);
    }

    private static Map<String, Object> head(DeletePlan plan, Call call) throws IOException {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("benchmark", "delete");
        head.put("machine", Machine.describe(BenchMain.typed("delete", call), plan.directory()));
        WarmUpOptions.tell(plan.warmUp(), head);
        head.put("repetitions", plan.repetitions());
        head.put("seed", plan.seed());
        head.put("server_heap", plan.heap());
        head.put("server_settings", plan.settings());
        return head;
    }

    private static void report(DeleteReport report, Map<String, Object> head, Call call) throws IOException {
        OutDirectory.show(call, head, "CSV, JSON, Markdown and plot", out -> {
            report.write(out, head);
            OutDirectory.tryPlots(call, () -> report.plot(out));
        }, report::print, () -> report.document(head));
    }
}
