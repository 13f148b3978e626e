package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench text}. */
final class TextCommand extends SuiteCommand {
    private static final List<String> APPS = List.of("wordcount", "bigram", "groupby");
    private static final List<String> APIS = List.of("string", "bytes");
    private static final String FILES = "files";
    private static final List<String> FROM = List.of("group", FILES);
    private static final List<String> TEXTS = List.of("uniform", "zipf");
    private static final String UNIFORM = TEXTS.get(0);
    private static final String SIZES = "256MiB,1GiB";
    private static final Pattern LENGTHS = Pattern.compile("(\\d{1,4})-(\\d{1,4})");
    private static final int MAX_WORDS = 100_000_000;

    TextCommand() {
        super(
                "text",
                "sss,java",
                "Counts words, counts pairs of words, groups words by their length; the time of Map"
                        + " with the shuffle and that of Reduce, over the size of the text.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "app", "NAMES", "some of " + String.join(",", APPS) + " (all)");
        Help.option(options, "sizes", "SIZES", "of the text (" + SIZES + ")");
        Help.option(options, "api", "NAMES", "what the programs for SSS see words as, some of string,bytes (both)");
        Help.option(
                options,
                "text",
                "KIND",
                "uniform: of 1,000 words; zipf: of many words, few of them frequent (uniform)");
        Help.option(options, "words", "N", "words of a zipf text (1000000)");
        Help.option(options, "word-bytes", "FROM-TO", "how long those are, such as 8-200 (2-13, as words are)");
        Help.option(
                options,
                "from",
                "NAMES",
                "where SSS has the lines, some of group: imported before; files: read by the job as they are (group)");
        Help.option(
                options,
                "split",
                "SIZE",
                "of the ranges of files with --from files, one for each task of SSS (128MiB)");
        super.describeOwn(options);
    }

    @Override
    List<Case> cases(Call call) {
        List<Case> cases = new ArrayList<>();
        for (String app : BenchmarkOptions.choices(call, "app", String.join(",", APPS), APPS)) {
            for (long bytes : BenchmarkOptions.quantities(call, "sizes", SIZES, 1, BenchmarkOptions.MAX_BYTES)) {
                cases.add(new Case(app, Units.bytes(bytes), bytes, text(call, bytes), parameters(call)));
            }
        }
        return cases;
    }

    private static String texts(Call call) {
        return BenchmarkOptions.choice(call, "text", UNIFORM, TEXTS);
    }

    private static Generator text(Call call, long bytes) {
        int words = (int) call.number("words", 1, MAX_WORDS, 1_000_000);
        boolean zipf = !texts(call).equals(UNIFORM);
        if (call.has("words") && !zipf) {
            throw new UsageException(
                    "--words is for --text zipf: the words of a uniform text are always the same 1,000");
        }
        if (!call.has("word-bytes")) {
            return zipf ? LineInputs.zipf(bytes, words) : LineInputs.text(bytes);
        }
        Matcher lengths = LENGTHS.matcher(call.required("word-bytes"));
        if (zipf && lengths.matches()) {
            int min = Integer.parseInt(lengths.group(1));
            int max = Integer.parseInt(lengths.group(2));
            if (min >= LineInputs.SHORTEST && min <= max && max <= LineInputs.LONGEST) {
                return LineInputs.zipf(bytes, words, min, max);
            }
        }
        throw new UsageException(
                "--word-bytes takes the shortest and the longest word of --text zipf, such as 8-200, from "
                        + LineInputs.SHORTEST + " to " + LineInputs.LONGEST + ", not '" + call.required("word-bytes")
                        + "'");
    }

    @Override
    Map<String, Map<String, String>> ways(Call call) {
        List<String> froms = BenchmarkOptions.choices(call, "from", "group", FROM);
        List<String> apis = BenchmarkOptions.choices(call, "api", String.join(",", APIS), APIS);
        if (call.has("split") && !froms.contains(FILES)) {
            throw new UsageException("--split is for --from files: the lines of a group are not cut into ranges");
        }
        String split = Long.toString(BenchmarkOptions.quantity(call, "split", "128MiB", 1, BenchmarkOptions.MAX_BYTES));
        Map<String, Map<String, String>> ways = new LinkedHashMap<>();
        for (String from : froms) {
            for (String api : apis) {
                if (from.equals(FILES)) {
                    ways.put(api + "-files", Map.of("api", api, "from", from, "split", split));
                } else {
                    ways.put(api, Map.of("api", api, "from", from));
                }
            }
        }
        return ways;
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>(SuitePlots.times(rows, "bytes of text", "text", directory));
        plots.addAll(SuitePlots.phases(rows, "text", directory));
        return plots;
    }
}
