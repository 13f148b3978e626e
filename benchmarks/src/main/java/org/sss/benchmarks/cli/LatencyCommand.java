package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.programs.ColdEngine;
import org.sss.benchmarks.programs.SssPrograms;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/** {@code sss bench latency}. */
final class LatencyCommand extends SuiteCommand {
    private static final String JOBS = "jobs";
    private static final int MAX_JOBS = 1_000_000;
    private static final int MAX_THREADS = 1024;
    private static final double ALL = 100;

    LatencyCommand() {
        super(
                "latency",
                "sss",
                "What a job costs that has nothing to do: one tuple through Map, shuffle and Reduce,"
                        + " again and again by one client (empty-jobs) and by several at once (many-jobs), from the "
                        + "start of"
                        + " a new process to its first result (cold-start), and a loop of few or many iterations on the"
                        + " servers.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, JOBS, "N", "jobs of one repetition (1000)");
        Help.option(options, "threads", "T", "clients of many-jobs (8)");
        Help.option(options, "loops", "NUMBERS", "of iterations of loops (1,10,100,1000)");
        super.describeOwn(options);
    }

    @Override
    List<Case> cases(Call call) {
        long jobs = call.number(JOBS, 1, MAX_JOBS, 1000);
        Map<String, String> parameters = new LinkedHashMap<>(parameters(call));
        parameters.put(JOBS, Long.toString(jobs));
        parameters.put(SssPrograms.CLIENTS, Long.toString(call.number("threads", 1, MAX_THREADS, 8)));
        List<Case> cases = new ArrayList<>(List.of(
                new Case("empty-jobs", jobs + " jobs", jobs, null, parameters),
                new Case("many-jobs", jobs + " jobs", jobs, null, parameters),
                new Case("cold-start", "1 job", 1, null, parameters)));
        for (long iterations : BenchmarkOptions.quantities(call, "loops", "1,10,100,1000", 1, MAX_JOBS)) {
            Map<String, String> loop = new LinkedHashMap<>(parameters);
            loop.put("iterations", Long.toString(iterations));
            cases.add(new Case(
                    "loop", iterations + (iterations == 1 ? " iteration" : " iterations"), iterations, null, loop));
        }
        return cases;
    }

    @Override
    List<Contender> contenders(Call call) {
        List<Contender> contenders = new ArrayList<>(super.contenders(call));
        if (contenders.stream().anyMatch(contender -> contender.label().equals("sss"))) {
            contenders.add(new Contender("sss", new ColdEngine(), Map.of()));
        }
        return contenders;
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        Plot plot = new Plot(
                "Jobs of one tuple, one after the other" + SuitePlots.setting(rows),
                "one of so many jobs takes longer (100: percentile 99)",
                "milliseconds");
        rows.forEach(row -> addPercentiles(row, plot));
        List<String> plots = new ArrayList<>(plot.write(directory, "latency"));
        List<Row> loops = rows.stream()
                .filter(row -> row.details().containsKey("iteration_ms"))
                .toList();
        plots.addAll(SuitePlots.lines(
                loops, "iterations", "milliseconds for each", row -> row.detail("iteration_ms"), "latency", directory));
        return plots;
    }

    private static void addPercentiles(Row row, Plot plot) {
        row.details().forEach((name, millis) -> {
            if (name.matches("p[0-9.]+_ms") && !name.equals("p100_ms")) {
                plot.point(
                        row.system(), ALL / (ALL - Double.parseDouble(name.substring(1, name.indexOf('_')))), millis);
            }
        });
    }
}
