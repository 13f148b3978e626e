package org.sss.benchmarks.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.data.InputDirectory;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.programs.SssPrograms;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.Suite;
import org.sss.benchmarks.suite.SuitePlan;
import org.sss.benchmarks.suite.SuiteReport;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** What the commands of the suite have in common: cases and systems. One use. */
abstract class SuiteCommand extends MeasuringCommand {
    static final String PROCESSES = "processes";
    private static final String SSS = "sss";
    private static final String SPARK = "spark";
    private static final int WARM_UPS = 2;

    private final String about;
    private final String systems;

    /**
     * @param about   what is measured, one sentence
     * @param systems that are measured when the user names none
     */
    SuiteCommand(String name, String systems, String about) {
        super(name, WARM_UPS);
        this.systems = systems;
        this.about = about;
    }

    abstract List<Case> cases(Call call);

    /** Ways to use SSS, by the ends of their names: the parameters of each; empty when there is but one. */
    Map<String, Map<String, String>> ways(Call call) {
        return Map.of();
    }

    /** For the head of the report: which system has how much. */
    String heap(Call call) {
        return BenchmarkOptions.heap(call).size() + "; " + Heap.RULE;
    }

    /** What all cases have in common: the options that go to the systems. */
    Map<String, String> parameters(Call call) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("nodes", Integer.toString(BenchmarkOptions.nodes(call, 2)));
        if (call.has(PROCESSES)) {
            parameters.put(PROCESSES, "true");
        }
        parameters.put("heap", BenchmarkOptions.heap(call).size());
        Map<String, String> settings = BenchmarkOptions.settings(call);
        if (!settings.isEmpty() && !call.has(PROCESSES)) {
            throw new UsageException("--set is for node processes; it needs --processes");
        }
        settings.forEach((setting, value) -> parameters.put(SssPrograms.SETTING + setting, value));
        return parameters;
    }

    /** More lines for the report. */
    List<String> remarks(List<Row> rows, Call call) {
        return List.of();
    }

    @Override
    void describeOwn(Options options) {
        Help.option(
                options,
                BenchmarkOptions.SYSTEM,
                "NAMES",
                "systems to be compared, of sss, java, spark, hadoop (" + systems + ")");
        Help.option(options, "nodes", "N", "nodes of SSS, all in its process (2)");
        options.addOption(
                null,
                PROCESSES,
                false,
                "each node of SSS is a process of its own, and speaks TCP; so is each executor of Spark");
        BenchmarkOptions.describeHeap(options);
        BenchmarkOptions.describeSet(options);
        BenchmarkOptions.describeStrides(options);
        Help.option(options, "data", "DIR", "where inputs are retained for the next run (" + data() + ")");
    }

    private static Path data() {
        return Path.of(System.getProperty("java.io.tmpdir"), "sss-bench-data");
    }

    List<Contender> contenders(Call call) {
        Map<String, Map<String, String>> ways = ways(call);
        List<Contender> contenders = new ArrayList<>();
        for (Engine engine : BenchmarkOptions.engines(call.option(BenchmarkOptions.SYSTEM, systems))) {
            if (engine.name().equals(SSS) && !ways.isEmpty()) {
                ways.forEach((way, parameters) -> contenders.add(new Contender(SSS + "-" + way, engine, parameters)));
            } else {
                contenders.add(new Contender(
                        engine.name() + (call.has(PROCESSES) && engine.name().equals(SPARK) ? "-cluster" : ""),
                        engine,
                        Map.of()));
            }
        }
        return contenders;
    }

    @Override
    void check(Call call) {
        cases(call);
        contenders(call);
    }

    @Override
    Bench open(Call call, Path directory, BenchProgress progress) {
        Path data = call.has("data") ? Path.of(call.required("data")) : data();
        return new Suite(
                onMedia(new SuitePlan(
                        cases(call),
                        contenders(call),
                        warmUp(call),
                        BenchmarkOptions.repetitions(call),
                        new InputDirectory(data),
                        directory,
                        BenchmarkOptions.strides(call, systems))),
                progress);
    }

    @Override
    void addToHead(Call call, Map<String, Object> head) {
        Map<String, Long> seeds = new LinkedHashMap<>();
        cases(call).stream()
                .map(Case::input)
                .filter(Objects::nonNull)
                .forEach(input -> seeds.put(input.fileName(), input.seed()));
        head.put("heap", heap(call));
        head.put("parameters", parameters(call));
        head.put("seed", seeds);
    }

    @Override
    Report<Row> report(List<Row> rows, Call call) {
        return SuiteReport.of(name, about, rows, remarks(rows, call));
    }
}
