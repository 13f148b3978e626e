package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.Suite;
import org.sss.benchmarks.suite.SuitePlan;
import org.sss.benchmarks.synthetic.Preset;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.benchmarks.synthetic.SyntheticReport;
import org.sss.benchmarks.synthetic.SyntheticSss;
import org.sss.benchmarks.synthetic.SyntheticValues;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** What the commands have in common that measure points of the synthetic benchmark. One use. */
abstract class PointsCommand extends MeasuringCommand {
    private static final int WARM_UPS = 2;
    private static final long MAX_TOTAL_BYTES = 1L << 50;
    private static final String SSS = "sss";
    private static final String TUPLES = "sss-tuples";

    PointsCommand(String name) {
        super(name, WARM_UPS);
    }

    /** Adds the options that choose the points. */
    abstract void describePoints(Options options);

    abstract List<SyntheticPoint> points(Call call);

    /** Those that an option names, see {@link Preset#all}. */
    static List<Preset> presets(Call call, String option, String otherwise, boolean macro) {
        List<String> known = Preset.all(macro).stream().map(Preset::label).toList();
        List<String> chosen = BenchmarkOptions.choices(call, option, otherwise, known);
        return Preset.all(macro).stream()
                .filter(preset -> chosen.contains(preset.label()))
                .toList();
    }

    /** Bytes of all values on the x axis. */
    static long total(Call call) {
        return BenchmarkOptions.quantity(call, "total", "1GiB", 1, MAX_TOTAL_BYTES);
    }

    @Override
    void describeOwn(Options options) {
        describePoints(options);
        Help.option(
                options,
                BenchmarkOptions.SYSTEM,
                "NAMES",
                "some of sss,sss-tuples,spark,hadoop,hadoop-files (sss); sss-tuples has the layout"
                        + " tuples, hadoop-files a file for each pair, as published: up to 256 of input and 16384 of "
                        + "output");
        Help.option(
                options, "transport", "NAME", "of SSS: tcp: each node is a process; local: all are in this one (tcp)");
        BenchmarkOptions.describeStrides(options);
        BenchmarkOptions.describeServer(options);
    }

    @Override
    void check(Call call) throws IOException {
        points(call);
        contenders(call);
    }

    @Override
    Bench open(Call call, Path directory, BenchProgress progress) throws Exception {
        return suite(call, points(call), directory, progress);
    }

    static void describePartition(Options options, String otherwise) {
        Help.option(options, "partition", "METHOD", "average, local, shifted or hash (" + otherwise + ")");
    }

    /** What options say, instead of what is in a file or preset. */
    static SyntheticConf adjusted(SyntheticConf conf, Call call) {
        Map<String, String> given =
                new HashMap<>(Map.of("nodes", Integer.toString(BenchmarkOptions.nodes(call, conf.nodes()))));
        if (call.has("partition")) {
            given.put("partitionMethod", call.required("partition"));
        }
        return BenchmarkOptions.typed(() -> conf.with(given));
    }

    @Override
    boolean comparesMedia() {
        return true;
    }

    final Suite suite(Call call, List<SyntheticPoint> points, Path directory, BenchProgress progress) {
        return new Suite(
                onMedia(new SuitePlan(
                        points.stream()
                                .map(point -> point.toCase(heap(call).size()))
                                .toList(),
                        contenders(call),
                        warmUp(call),
                        BenchmarkOptions.repetitions(call),
                        null,
                        directory,
                        BenchmarkOptions.strides(call, SSS))),
                progress);
    }

    /** Of a whole system: where the nodes of SSS are in this process, others have what this one has. */
    static Heap heap(Call call) {
        return isLocal(call) ? new Heap(Runtime.getRuntime().maxMemory()) : BenchmarkOptions.heap(call);
    }

    private static boolean isLocal(Call call) {
        return BenchmarkOptions.choice(call, "transport", "tcp", List.of("tcp", "local"))
                .equals("local");
    }

    static List<Contender> contenders(Call call) {
        List<Contender> contenders = new ArrayList<>();
        for (String system : call.option(BenchmarkOptions.SYSTEM, SSS).split(",", -1)) {
            String name = system.strip();
            List<Engine> engines =
                    name.equals(SSS) || name.equals(TUPLES) ? List.of(sss(name, call)) : BenchmarkOptions.engines(name);
            engines.forEach(engine -> contenders.add(new Contender(engine.name(), engine, Map.of())));
        }
        return contenders;
    }

    private static Engine sss(String name, Call call) {
        if (isLocal(call) && BenchmarkOptions.hasServer(call)) {
            throw new UsageException(
                    "--heap, --layout and --set are for the node processes of --transport tcp; SSS_HEAP sets the"
                            + " heap of this process");
        }
        if (isLocal(call) && name.equals(TUPLES)) {
            throw new UsageException(
                    "--transport local is for sss alone: " + TUPLES + " is a setting of node processes");
        }
        Map<String, String> settings = BenchmarkOptions.settings(call);
        if (name.equals(TUPLES)) {
            settings.put("storage.layout", "tuples");
        }
        return new SyntheticSss(name, isLocal(call), settings);
    }

    @Override
    void addToHead(Call call, Map<String, Object> head) {
        head.put("seed", SyntheticValues.SEED);
        head.put("heap", heap(call).size() + "; " + Heap.RULE);
        head.put("server_settings", BenchmarkOptions.settings(call));
    }

    @Override
    Report<Row> report(List<Row> rows, Call call) {
        return new SyntheticReport(name, rows).report();
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        return new SyntheticReport(name, rows).plot(directory);
    }
}
