package org.sss.benchmarks.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.client.cli.Call;
import org.sss.client.cli.Command;
import org.sss.client.cli.Help;

/** {@code sss bench all}: the other commands one after the other, and one report of them. One use. */
final class AllCommand implements Command {
    /**
     * One command.
     *
     * @param name  of its directory in the report
     * @param maker makes it
     * @param quick its options with {@code --quick}, null when it is left out then
     * @param full  its options without
     */
    private record Section(String name, Supplier<Command> maker, String command, String quick, String full) {
    }

    private static final String QUICK_RUNS = " --repetitions 3 --warm-ups 1";
    private static final List<Section> SECTIONS = List.of(
            new Section("micro", MicroCommand::new, "micro", "--records 100000 --values 8,2KiB --repetitions 3", "--rivals"),
            new Section("delete", DeleteCommand::new, "delete", "--sizes 1MiB,16MiB,64MiB", ""),
            synthetic("read"), synthetic("write"), synthetic("shuffle"), synthetic("shuffle-combiner"),
            new Section("macro", MacroCommand::new, "macro", "--pairs 16Ki,64Ki --total 64MiB" + QUICK_RUNS, ""),
            new Section("text", TextCommand::new, "text", "--sizes 8MiB,32MiB" + QUICK_RUNS, ""),
            new Section("text-zipf", TextCommand::new, "text", null, "--text zipf --app wordcount --sizes 256MiB"),
            new Section("iterate", IterateCommand::new, "iterate", "--points 200000 --vertices 20000 --edges 200000" + QUICK_RUNS, ""),
            new Section("sort", SortCommand::new, "sort", "--sizes 64MiB" + QUICK_RUNS, ""),
            new Section("apps", AppsCommand::new, "apps", "--scale 0.02" + QUICK_RUNS, "--scale 1"),
            new Section("latency", LatencyCommand::new, "latency", "--jobs 200 --loops 1,100" + QUICK_RUNS, ""),
            new Section("scale", ScaleCommand::new, "scale", "--size 16MiB --counts 1,4,16 --app wordcount" + QUICK_RUNS, ""));

    private static Section synthetic(String preset) {
        String options = "--preset " + preset;
        return new Section("synthetic-" + preset, SyntheticCommand::new, "synthetic", options + " --total 64MiB" + QUICK_RUNS, options + " --sweep");
    }

    @Override
    public void describe(Options options) {
        options.addOption(null, "quick", false, "little data and few repetitions: some minutes instead of some hours");
        Help.option(options, "only", "NAMES", "of the sections, such as text,sort (all)");
        Help.option(options, "system", "NAMES", "systems to be compared, of sss, java, spark, hadoop (as each command has it)");
        Help.option(options, "data", "DIR", "where inputs are kept for the next run");
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws IOException {
        call.args(new String[0]);
        List<Section> sections = sections(call);
        ReportDirectory out = OutDirectory.of(call);
        List<String> report = new ArrayList<>(List.of("# SSS benchmarks", ""));
        Machine.describe(BenchMain.typed("all", call), out.path()).forEach((what, value) -> report.add("* " + what + ": " + value));
        Map<String, Object> codes = new LinkedHashMap<>();
        for (Section section : sections) {
            call.console().note("section " + (codes.size() + 1) + " of " + sections.size() + ": " + section.name());
            codes.put(section.name(), run(section, call, out.path(), report));
        }
        Path file = Files.write(out.path().resolve("report.md"), report);
        if (call.console().json()) {
            call.console().json(Map.of("report", file.toString(), "exit_codes", codes));
        } else {
            call.console().note("report: " + file);
        }
        return codes.values().stream().allMatch(code -> code.equals(0)) ? 0 : 1;
    }

    private static List<Section> sections(Call call) {
        List<Section> possible = SECTIONS.stream().filter(section -> !call.has("quick") || section.quick() != null).toList();
        List<String> names = possible.stream().map(Section::name).toList();
        List<String> chosen = SuiteOptions.choices(call, "only", String.join(",", names), names);
        return possible.stream().filter(section -> chosen.contains(section.name())).toList();
    }

    /** Goes on with the next section when one fails: the report tells. */
    private static int run(Section section, Call call, Path out, List<String> report) throws IOException {
        Path directory = out.resolve(section.name());
        String options = call.has("quick") ? section.quick() : section.full();
        List<String> words = new ArrayList<>(List.of("bench", section.command()));
        Stream.of(options.split(" ")).filter(word -> !word.isEmpty()).forEach(words::add);
        report.addAll(List.of("", "## " + section.name(), "", "    sss " + String.join(" ", words), ""));
        words.addAll(List.of("--out", directory.toString()));
        for (String passed : List.of("dir", "data", "system")) {
            if (call.has(passed) && BenchMain.takes(section.maker().get(), passed)) {
                words.addAll(List.of("--" + passed, call.required(passed)));
            }
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = BenchMain.run(words.toArray(String[]::new), printed, call.console().err());
        String text = printed.toString(StandardCharsets.UTF_8);
        if (!call.console().json()) {
            text.lines().forEach(call.console()::line);
        }
        report.addAll(List.of("```", text.stripTrailing(), "```"));
        if (code != 0) {
            report.add("FAILED with exit code " + code);
        }
        report.addAll(pictures(directory, section.name()));
        return code;
    }

    private static List<String> pictures(Path directory, String name) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".png")).sorted()
                    .map(file -> "![" + file + "](" + name + "/" + file + ")").toList();
        }
    }
}
