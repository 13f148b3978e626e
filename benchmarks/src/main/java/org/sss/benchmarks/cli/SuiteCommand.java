package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.suite.Suite;
import org.sss.benchmarks.suite.SuitePlan;
import org.sss.benchmarks.suite.SuiteReport;
import org.sss.benchmarks.suite.SuiteRow;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;

/** What the commands of the suite have in common: cases, systems, a report. One use. */
abstract class SuiteCommand implements Command {
    private final String name;
    private final String about;

    /** @param about what is measured, one sentence */
    SuiteCommand(String name, String about) {
        this.name = name;
        this.about = about;
    }

    abstract List<Case> cases(Call call);

    /** Those that are measured when the user names none. */
    String systems() {
        return "sss,java";
    }

    List<Contender> contenders(Call call) {
        return SuiteOptions.contenders(call, systems(), Map.of());
    }

    /** For the head of the report: which system has how much. */
    String heap(Call call) {
        return ServerOptions.heapRule(ServerOptions.heap(call));
    }

    /** For the head of the report: what all cases have in common. */
    Map<String, String> parameters(Call call) {
        return SuiteOptions.parameters(call);
    }

    /** More lines for the report. */
    List<String> remarks(List<SuiteRow> rows, Call call) {
        return List.of();
    }

    /** Further files beside those of each report. */
    void writeMore(List<SuiteRow> rows, Path directory) throws IOException {
        // Most commands have none.
    }

    /** @return names of the files, without their ends */
    abstract List<String> plot(List<SuiteRow> rows, Path directory) throws IOException;

    @Override
    public void describe(Options options) {
        SuiteOptions.describe(options, systems());
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        OutDirectory.check(call);
        List<Case> cases = cases(call);
        List<Contender> contenders = contenders(call);
        try (WorkDirectory work = WorkDirectory.of(call)) {
            SuitePlan plan = new SuitePlan(cases, contenders, SuiteOptions.warmUp(call), SuiteOptions.repetitions(call),
                    SuiteOptions.data(call), work.path(), SuiteOptions.everySecond(call, systems()));
            measure(new Suite(plan, new Progress(call.console())), head(plan, call), call);
        }
        return 0;
    }

    private void measure(Suite suite, Map<String, Object> head, Call call) throws Exception {
        if (!suite.hasWork()) {
            throw new UsageException("none of the systems " + call.option("system", systems()) + " runs bench " + name
                    + " with these options");
        }
        OutDirectory.reportAlsoFailure(suite::run, suite::rows, (rows, failure) -> report(rows, failure, head, call));
    }

    private Map<String, Object> head(SuitePlan plan, Call call) throws IOException {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("benchmark", name);
        head.put("machine", Machine.describe(BenchMain.typed(name, call), plan.directory()));
        WarmUpOptions.tell(plan.warmUp(), head);
        head.put("repetitions", plan.repetitions());
        head.put("heap", heap(call));
        head.put("parameters", parameters(call));
        head.put("seed", seeds(plan));
        return head;
    }

    /** By input. */
    private static Map<String, Long> seeds(SuitePlan plan) {
        Map<String, Long> seeds = new LinkedHashMap<>();
        plan.cases().stream().map(Case::input).filter(Objects::nonNull).forEach(input -> seeds.put(input.fileName(), input.seed()));
        return seeds;
    }

    private void report(List<SuiteRow> rows, String failure, Map<String, Object> head, Call call) throws IOException {
        SuiteReport report = new SuiteReport(name, about, rows, remarks(rows, call), failure);
        OutDirectory.show(call, head, "CSV, JSON, Markdown and plots", out -> {
            report.write(out, head);
            writeMore(rows, out.path());
            List<String> plots = new ArrayList<>();
            OutDirectory.tryPlots(call, () -> plots.addAll(plot(report.rows(), out.path())));
            report.writeMarkdown(out, head, plots);
        }, report::print, () -> report.document(head));
    }
}
