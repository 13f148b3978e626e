package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;
import org.sss.api.NumberSyntax;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.programs.SssPrograms;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench apps}: the seven applications of Phoenix and DMR. */
final class AppsCommand extends SuiteCommand {
    private static final List<String> APPS = List.of("wc", "hist", "lr", "pca", "mm", "kmeans", "sm");
    /** Those that add up numbers of a key. */
    private static final Set<String> SUMMING = Set.of("wc", "hist", "lr", "sm");

    private static final String ARRAY = "array";
    private static final double MAX_SCALE = 100;

    AppsCommand() {
        super(
                "apps",
                "sss,java",
                "The applications of the Phoenix family of multicore engines, as a user of SSS writes"
                        + " them, beside plain Java.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "app", "NAMES", "some of " + String.join(",", APPS) + " (all)");
        Help.option(options, "scale", "X", "of the inputs of the paper: 1 is 100 MB to 1.4 GB (0.1)");
        Help.option(options, "combiner", "ON|OFF", "whether values of a key are folded by Map: wc, hist, lr, sm (on)");
        Help.option(
                options,
                "buffer",
                "KIND",
                "where: hash: in the combiner; array: in an array of the mapper, which hist, lr and sm"
                        + " can (array); with --combiner off, how SSS collects what Map emits: hash: by key in a table;"
                        + " array: one after the other, to be sorted (whichever suits the keys)");
        CoreCounts.describe(options);
        super.describeOwn(options);
    }

    @Override
    void check(Call call) {
        super.check(call);
        CoreCounts.check(call);
    }

    @Override
    List<Case> cases(Call call) {
        double scale = scale(call);
        Map<String, String> summing = parameters(call);
        Map<String, String> others = super.parameters(call);
        List<Integer> cores = CoreCounts.of(call);
        return BenchmarkOptions.choices(call, "app", String.join(",", APPS), APPS).stream()
                .map(app -> one(app, scale, SUMMING.contains(app) ? summing : others))
                .flatMap(
                        one -> cores.isEmpty() ? Stream.of(one) : cores.stream().map(one::onCores))
                .toList();
    }

    @Override
    Map<String, String> parameters(Call call) {
        Map<String, String> parameters = super.parameters(call);
        parameters.put("sums", sums(call));
        if (!combines(call)) {
            parameters.put(SssPrograms.GROUPING, grouping(call));
        }
        return parameters;
    }

    private static double scale(Call call) {
        String text = call.option("scale", "0.1");
        try {
            double scale = NumberSyntax.parseDouble(text);
            if (scale > 0 && scale <= MAX_SCALE) {
                return scale;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new UsageException("--scale takes a number above 0, at most " + MAX_SCALE + ", not '" + text + "'");
    }

    private static String sums(Call call) {
        return combines(call) ? buffer(call) : "none";
    }

    private static boolean combines(Call call) {
        return BenchmarkOptions.choice(call, "combiner", "on", List.of("on", "off"))
                .equals("on");
    }

    private static String buffer(Call call) {
        return BenchmarkOptions.choice(call, "buffer", ARRAY, List.of("hash", ARRAY));
    }

    /** As the setting of SSS names it. */
    private static String grouping(Call call) {
        return !call.has("buffer") ? "auto" : buffer(call).equals(ARRAY) ? "sort" : "hash";
    }

    /** With the inputs of the paper: its table 1. */
    private static Case one(String app, double scale, Map<String, String> parameters) {
        return switch (app) {
            case "wc" -> sized("wordcount", LineInputs.zipf(bytes(100 << 20, scale), 123_748), words(parameters));
            case "hist" -> sized("histogram", RecordInputs.image(bytes(1_400_000_054, scale)), parameters);
            case "lr" -> sized("regression", RecordInputs.pairs(bytes(500 << 20, scale)), parameters);
            case "sm" -> sized("match", LineInputs.needles(bytes(500 << 20, scale)), parameters);
            case "kmeans" -> {
                int points = (int) bytes(100_000, scale);
                yield sized(
                        "kmeans",
                        points + " points",
                        RecordInputs.points(points, 3),
                        parameters,
                        Map.of(
                                "dimensions",
                                "3",
                                "clusters",
                                Integer.toString(Math.min(1000, points)),
                                "iterations",
                                "20"));
            }
            case "pca" -> matrix("pca", (int) Math.max(2, Math.round(4000 * Math.sqrt(scale))), 1, 100, parameters);
            default -> matrix("multiply", (int) Math.max(2, Math.round(2000 * Math.sqrt(scale))), 2, 11, parameters);
        };
    }

    /** Which are no indexes of an array. */
    private static Map<String, String> words(Map<String, String> parameters) {
        Map<String, String> words = new LinkedHashMap<>(parameters);
        words.replace("sums", ARRAY, "hash");
        return words;
    }

    private static long bytes(long atScaleOne, double scale) {
        return Math.max(100, Math.round(atScaleOne * scale));
    }

    /** @param count of matrices, one below the other */
    private static Case matrix(String workload, int n, int count, int bound, Map<String, String> parameters) {
        return sized(
                workload,
                n + " x " + n,
                RecordInputs.matrix(count * n, n, bound),
                parameters,
                Map.of("size", Integer.toString(n)));
    }

    private static Case sized(String workload, Generator input, Map<String, String> parameters) {
        return sized(workload, Units.bytes(input.bytes()), input, parameters, Map.of());
    }

    private static Case sized(
            String workload, String size, Generator input, Map<String, String> parameters, Map<String, String> own) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.putAll(own);
        return new Case(workload, size, input.bytes(), input, all);
    }

    @Override
    List<String> remarks(List<Row> rows, Call call) {
        List<String> remarks = new ArrayList<>(CoreCounts.of(call).isEmpty() ? List.of() : CoreCounts.remarks(rows));
        remarks.add("Numbers of a key are added up "
                + switch (sums(call)) {
                    case ARRAY -> "in an array of the mapper, words in the combiner.";
                    case "hash" -> "in the combiner.";
                    default -> "by Reduce alone; SSS collects them with task.grouping = " + grouping(call) + ".";
                });
        return remarks;
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        return rows.stream().anyMatch(row -> row.cores() > 0)
                ? plotOverCores(rows, directory)
                : plotCases(rows, directory);
    }

    private static List<String> plotOverCores(List<Row> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>(SuitePlots.overCores(
                rows, "Applications", "seconds", row -> row.seconds().median(), "apps-cores", directory));
        plots.addAll(SuitePlots.overCores(
                rows,
                "Applications, speed-up",
                "times as fast as with the fewest",
                row -> row.speedUp(rows),
                "apps-cores-speedup",
                directory));
        return plots;
    }

    private static List<String> plotCases(List<Row> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>(SuitePlots.medians(rows, "Applications", "apps", directory));
        plots.addAll(
                SuitePlots.ratios(rows, "java", "Applications, compared with plain Java", "apps-ratio", directory));
        plots.addAll(SuitePlots.phases(rows, "apps", directory));
        plots.addAll(SuitePlots.starts(rows, "Applications, share of the start", "apps-start", directory));
        return plots;
    }
}
