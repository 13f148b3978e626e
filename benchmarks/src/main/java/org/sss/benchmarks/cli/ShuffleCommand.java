package org.sss.benchmarks.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.cli.Options;
import org.sss.api.Shuffle;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.programs.Phases;
import org.sss.benchmarks.programs.Skew;
import org.sss.benchmarks.programs.SssPrograms;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench shuffle}. */
final class ShuffleCommand extends SuiteCommand {
    private static final List<String> METHODS =
            Arrays.stream(Shuffle.values()).map(Shuffle::methodName).toList();
    private static final List<String> APPS = List.of("groupby", "wordcount", "bigram");
    private static final String SKEW = "skew";
    private static final String ON_DISK = Shuffle.ON_DISK.methodName();
    /** Nine by doubling, as in the figures of 2016. */
    private static final String SIZES = "1MiB,2MiB,4MiB,8MiB,16MiB,32MiB,64MiB,128MiB,256MiB";

    private static final String SKEW_BYTES = "64MiB";
    private static final String EXPONENTS = "2.5:3.0:0.1";
    private static final Pattern RANGE = Pattern.compile("(\\d(?:\\.\\d+)?)(?::(\\d(?:\\.\\d+)?):(\\d(?:\\.\\d+)?))?");
    private static final int MAX_POINTS = 50;
    private static final String SPILL_DIR = "spill-dir";
    private static final String REMARK =
            "skewness is the exponent of a seeded Zipf distribution of keys over subgroups. The papers do not define"
                    + " theirs: this definition is ours";

    /** Found out once, as the second try to load a library gives another reason. */
    private Transports transports;

    ShuffleCommand() {
        super(
                "shuffle",
                "sss",
                "The same jobs with each shuffle method: Map with the shuffle, and Reduce; and values whose subgroups "
                        + "differ in"
                        + " size by a power law. All nodes share the cores of one machine: this shows links, waits, "
                        + "imbalance and memory, and not which"
                        + " method is faster on a network.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "method", "NAMES", "some of " + String.join(",", METHODS) + " (all)");
        Help.option(options, "app", "NAMES", "some of " + String.join(",", APPS) + "," + SKEW + " (all)");
        Help.option(options, "sizes", "SIZES", "of the text (" + SIZES + ")");
        Help.option(options, SKEW, "FROM:TO:STEP", "exponents of the sizes of subgroups (" + EXPONENTS + ")");
        Help.option(options, "skew-bytes", "SIZE", "of the values of " + SKEW + " (" + SKEW_BYTES + ")");
        Help.option(
                options,
                "transport",
                "NAMES",
                "local: all nodes are in one process; some of tcp,shm,ucx: with --processes, net.transport of the"
                        + " nodes, a line for each");
        Help.option(
                options,
                "limit",
                "SIZE",
                "shuffle.memory.limit: how much one node may get (of " + SKEW
                        + ": a quarter more than an even share; else half of data.memory)");
        Help.option(
                options,
                SPILL_DIR,
                "[NAME=]DIR",
                "with --processes: shuffle.spill.dir of the nodes (in --dir); given again, on-disk has a bar for each");
        super.describeOwn(options);
    }

    @Override
    boolean comparesMedia() {
        return true;
    }

    @Override
    Map<String, String> parameters(Call call) {
        Map<String, String> parameters = super.parameters(call);
        transports(call).common().forEach(parameters::put);
        limit(call).ifPresent(bytes -> parameters.put(Shuffle.MEMORY_LIMIT, Long.toString(bytes)));
        List<NamedDirectory> spill = spillDirectories(call);
        if (spill.size() == 1) {
            parameters.putAll(setting(spill.get(0)));
        }
        return parameters;
    }

    private Transports transports(Call call) {
        if (transports == null) {
            transports = Transports.of(call);
        }
        return transports;
    }

    private static OptionalLong limit(Call call) {
        return call.has("limit")
                ? OptionalLong.of(BenchmarkOptions.quantity(call, "limit", "", 1, BenchmarkOptions.MAX_BYTES))
                : OptionalLong.empty();
    }

    private static SkewLimit skewLimit(Call call) {
        long bytes = BenchmarkOptions.quantity(call, "skew-bytes", SKEW_BYTES, 1, BenchmarkOptions.MAX_BYTES);
        return SkewLimit.of(
                bytes, exponents(call.option(SKEW, EXPONENTS)), BenchmarkOptions.nodes(call, 2), limit(call));
    }

    private static List<NamedDirectory> spillDirectories(Call call) {
        List<NamedDirectory> all = NamedDirectory.checked(call, SPILL_DIR);
        if (!all.isEmpty() && !call.has(PROCESSES)) {
            throw new UsageException("--" + SPILL_DIR + " is a setting of nodes; it needs --" + PROCESSES);
        }
        if (all.size() > 1 && !methods(call).contains(ON_DISK)) {
            throw new UsageException("--" + SPILL_DIR + " twice compares " + ON_DISK + ", which --method leaves out");
        }
        return all;
    }

    private static Map<String, String> setting(NamedDirectory directory) {
        return Map.of(
                SssPrograms.SETTING + SssPrograms.SPILL_DIR,
                directory.path().toAbsolutePath().toString());
    }

    private static List<String> methods(Call call) {
        return BenchmarkOptions.choices(call, "method", String.join(",", METHODS), METHODS);
    }

    @Override
    List<Case> cases(Call call) {
        List<String> apps = BenchmarkOptions.choices(
                call, "app", String.join(",", APPS) + "," + SKEW, List.of(APPS.get(0), APPS.get(1), APPS.get(2), SKEW));
        List<Case> cases = new ArrayList<>();
        for (String app : apps.stream().filter(APPS::contains).toList()) {
            for (long bytes : BenchmarkOptions.quantities(call, "sizes", SIZES, 1, BenchmarkOptions.MAX_BYTES)) {
                cases.add(new Case(app, Units.bytes(bytes), bytes, LineInputs.text(bytes), parameters(call)));
            }
        }
        if (apps.contains(SKEW)) {
            SkewLimit limit = skewLimit(call);
            limit.exponents().forEach(exponent -> cases.add(skewed(limit, exponent, parameters(call))));
        }
        return cases;
    }

    private static Case skewed(SkewLimit limit, String exponent, Map<String, String> common) {
        Map<String, String> parameters = new LinkedHashMap<>(common);
        parameters.put(Shuffle.MEMORY_LIMIT, Long.toString(limit.limitBytes()));
        parameters.putAll(Skew.parameters(limit.bytes(), exponent));
        return new Case(
                SKEW,
                SKEW,
                exponent,
                Double.parseDouble(exponent),
                limit.bytes(),
                null,
                parameters,
                () -> Skew.expected(limit.bytes()));
    }

    private static List<String> exponents(String text) {
        Matcher range = RANGE.matcher(text);
        List<String> all = new ArrayList<>();
        if (range.matches()) {
            BigDecimal last = new BigDecimal(range.group(2) == null ? range.group(1) : range.group(2));
            BigDecimal step = new BigDecimal(range.group(3) == null ? "1" : range.group(3));
            for (BigDecimal next = new BigDecimal(range.group(1));
                    step.signum() > 0 && next.compareTo(last) <= 0 && all.size() <= MAX_POINTS;
                    next = next.add(step)) {
                all.add(next.toPlainString());
            }
        }
        if (all.isEmpty() || all.size() > MAX_POINTS) {
            throw new UsageException("--skew takes an exponent, or FROM:TO:STEP with at most " + MAX_POINTS
                    + " of them, as " + EXPONENTS + ", not '" + text + "'");
        }
        return all;
    }

    @Override
    Map<String, Map<String, String>> ways(Call call) {
        Map<String, Map<String, String>> ways = new LinkedHashMap<>();
        List<NamedDirectory> spill = spillDirectories(call);
        for (String method : methods(call)) {
            if (spill.size() > 1 && method.equals(ON_DISK)) {
                spill.forEach(
                        directory -> addWays(ways, method + " " + directory.name(), method, setting(directory), call));
            } else {
                addWays(ways, method, method, Map.of(), call);
            }
        }
        return ways;
    }

    /** One for each transport. */
    private void addWays(
            Map<String, Map<String, String>> ways, String name, String method, Map<String, String> more, Call call) {
        transports(call).ways().forEach((end, settings) -> {
            Map<String, String> parameters = new LinkedHashMap<>(more);
            parameters.putAll(settings);
            parameters.put("api", "bytes");
            parameters.put(Shuffle.PARAMETER, method);
            ways.put(name + end, parameters);
        });
    }

    @Override
    void check(Call call) {
        transports(call).leftOut().forEach(call.console()::note);
        super.check(call);
    }

    @Override
    List<String> remarks(List<Row> rows, Call call) {
        List<String> lines = new ArrayList<>(transports(call).leftOut());
        lines.addAll(IdleMethods.warnings(rows));
        if (rows.stream().anyMatch(ShuffleCommand::isSkewed)) {
            lines.add(skewLimit(call).remark());
            lines.add(REMARK);
        }
        return lines;
    }

    /** The lines of the 2016 paper over the size, its break-down at three sizes, and that of the 2019 paper. */
    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        Map<String, String> phases = new LinkedHashMap<>();
        phases.put("map_shuffle_s", "Map + shuffle");
        phases.put("reduce_s", "Reduce");
        List<Row> texts = rows.stream().filter(row -> !isSkewed(row)).toList();
        List<Double> sizes =
                texts.stream().map(row -> row.task().x()).distinct().sorted().toList();
        List<String> plots = new ArrayList<>();
        if (sizes.size() > 1) {
            plots.addAll(SuitePlots.times(texts, "bytes of text", name + "-time", directory));
        }
        plots.addAll(SuitePlots.panels(
                texts.stream().filter(row -> isShown(row, sizes)).toList(),
                "where the time goes",
                phases,
                false,
                name,
                directory));
        Map<String, String> moves = new LinkedHashMap<>();
        moves.put("move_s", "Shuffle (after Map)");
        moves.put(Phases.BLOCK_READ_S, "Block Read (slowest thread)");
        plots.addAll(SuitePlots.panels(
                rows.stream().filter(ShuffleCommand::isSkewed).toList(),
                "Shuffle and Block Read over skewness (exponent)",
                moves,
                true,
                name,
                directory));
        return plots;
    }

    /** The smallest, that in the middle and the largest. */
    private static boolean isShown(Row row, List<Double> sizes) {
        int last = sizes.size() - 1;
        return List.of(sizes.get(0), sizes.get((last + 1) / 2), sizes.get(last))
                .contains(row.task().x());
    }

    private static boolean isSkewed(Row row) {
        return row.task().workload().equals(SKEW);
    }
}
