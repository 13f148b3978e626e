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
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.cli.AllSections.Section;
import org.sss.benchmarks.engine.Engines;
import org.sss.benchmarks.engine.HadoopFiles;
import org.sss.benchmarks.suite.SectionStream;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench all}: the other commands one after the other, and one report of them. One use. */
final class AllCommand implements Command {
    /** With {@code --quick} a rival, which takes seconds to start, has to be asked for. */
    private static final String QUICK_SYSTEMS = "sss,java";

    private static final String SYSTEMS = "sss,java,spark,hadoop";
    private static final String HADOOP = "hadoop";
    private static final String CONTINUE = "continue";
    private static final String NOT_FOR_QUOTES = "not for quotes: little data, few repetitions (--quick)";
    private static final long QUICK_JOB_BYTES = 64L << 20;
    private static final long JOB_BYTES = 1L << 30;

    @Override
    public void describe(Options options) {
        options.addOption(
                null,
                "quick",
                false,
                "little data, not for quotes: 3 to 4 minutes on 2 processors;"
                        + " without, 2 to 2.5 hours and 15 GiB of disk with all rivals, an hour with --system "
                        + "sss,java");
        Help.option(options, "only", "NAMES", "of the sections, such as text,sort (all)");
        options.addOption(
                null,
                CONTINUE,
                false,
                "continue the report in --out: the sections that it has are not measured again, but those that failed");
        Help.option(
                options,
                "system",
                "NAMES",
                "systems to be compared (" + SYSTEMS + ", with --quick " + QUICK_SYSTEMS
                        + "), where a command can and they are there");
        Help.option(options, "data", "DIR", "where inputs are retained for the next run");
        WorkDirectory.describe(options, false);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws IOException {
        call.args();
        OutDirectory.check(call);
        WorkDirectory.check(call, false);
        List<Section> possible = sections(call);
        List<String> asked = BenchmarkOptions.choices(
                call, "system", call.has("quick") ? QUICK_SYSTEMS : SYSTEMS, List.of(SYSTEMS.split(",")));
        Path out = OutDirectory.of(call);
        checkReport(out, call);
        AllReport report = new AllReport(
                out,
                BenchMain.typed("all", call),
                AllSections.OF_ALL.stream().map(Section::name).toList());
        if (call.has("quick")) {
            report.mark(NOT_FOR_QUOTES);
        }
        List<String> systems = systems(asked, call, report);
        List<Section> sections = new ArrayList<>();
        for (Section section : possible) {
            if (section.isWorthIt(systems) && !report.has(section.name())) {
                sections.add(section);
            }
        }
        Map<String, Object> codes = new LinkedHashMap<>();
        int minutes = sections.stream().mapToInt(Section::minutes).sum();
        for (Section section : sections) {
            List<String> words = words(section, systems, call.has("quick"), report.section(section.name()));
            words.addAll(places(section, call));
            String place = "section " + (codes.size() + 1) + " of " + sections.size() + ": ";
            call.console()
                    .note(place + section.name() + (call.has("quick") ? "" : ", all in about " + minutes + " min"));
            minutes -= section.minutes();
            SectionStream messages = new SectionStream(call.console().err(), place);
            codes.put(section.name(), run(section, words, call, report, messages));
        }
        Path file = report.write();
        if (call.console().json()) {
            call.console().json(Map.of("report", file.toString(), "exit_codes", codes));
        } else {
            call.console().note("report: " + file);
        }
        return codes.values().stream().allMatch(code -> code.equals(0)) ? 0 : 1;
    }

    /** A report is continued by a run of the same kind, if at all. */
    private static void checkReport(Path out, Call call) throws IOException {
        if (call.has(CONTINUE) && !call.has("out")) {
            throw new UsageException("--" + CONTINUE + " needs --out DIR, the directory of the report");
        }
        Path file = out.resolve(AllReport.FILE);
        if (!Files.exists(file)) {
            return;
        }
        if (!call.has(CONTINUE)) {
            throw new UsageException(out + " has the report of another run; continue it with --" + CONTINUE
                    + ", or name another directory with --out");
        }
        if (Files.readString(file).contains(NOT_FOR_QUOTES) != call.has("quick")) {
            throw new UsageException("the report in " + out + " was made " + (call.has("quick") ? "without" : "with")
                    + " --quick; a run that continues it must be of the same kind");
        }
    }

    private static List<Section> sections(Call call) {
        List<Section> possible = AllSections.OF_ALL.stream()
                .filter(section -> !call.has("quick") || section.quick() != null)
                .toList();
        List<String> names = possible.stream().map(Section::name).toList();
        List<String> chosen = BenchmarkOptions.choices(call, "only", String.join(",", names), names);
        return possible.stream()
                .filter(section -> chosen.contains(section.name()))
                .toList();
    }

    /** Those that are here; of the others, the report says how to get them. */
    private static List<String> systems(List<String> asked, Call call, AllReport report) {
        List<String> here = new ArrayList<>();
        for (String name : asked) {
            Optional<String> missing = Engines.missing(name);
            if (missing.isEmpty()) {
                here.add(name);
            } else {
                call.console().note("left out: " + missing.get());
                report.say("left out: " + missing.get());
            }
        }
        return here;
    }

    /** Continues with the next section when one fails: it is in the report. */
    private static int run(Section section, List<String> options, Call call, AllReport report, SectionStream err)
            throws IOException {
        Path directory = report.section(section.name());
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("--out", directory.toString()));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        long start = System.nanoTime();
        int code = BenchMain.run(
                words.toArray(String[]::new), printed, err, call.console().terminal());
        String text = printed.toString(StandardCharsets.UTF_8);
        if (!call.console().json()) {
            text.lines().forEach(call.console()::line);
            if (call.has("quick")) {
                call.console().line(section.name() + ": " + NOT_FOR_QUOTES);
            }
        }
        report.add(
                section.name(),
                options,
                text,
                Math.round((System.nanoTime() - start) / 1e9),
                code == 0 ? null : err.last());
        return code;
    }

    private static List<String> places(Section section, Call call) {
        List<String> words = new ArrayList<>();
        for (String passed : List.of("dir", "data")) {
            if (call.has(passed) && BenchMain.takesDirectory(section.maker().get(), passed)) {
                words.addAll(List.of("--" + passed, call.required(passed)));
            }
        }
        return words;
    }

    private static List<String> words(Section section, List<String> systems, boolean quick, Path directory)
            throws IOException {
        List<String> compared = section.systems().stream()
                .filter(name -> systems.contains(name)
                        || name.equals("sss-tuples") && !quick && systems.contains("sss")
                        || name.equals(HadoopFiles.NAME) && systems.contains(HADOOP))
                .toList();
        List<String> words = new ArrayList<>(List.of("bench", section.command()));
        for (String word : (quick ? section.quick() : section.full()).split(" ")) {
            if (word.equals(AllSections.JOB)) {
                words.add(AllSections.writeJob(directory, quick ? QUICK_JOB_BYTES : JOB_BYTES)
                        .toString());
            } else if (word.equals(AllSections.SPARSE)) {
                words.addAll(compared.contains(HADOOP) ? List.of("--every-second", HADOOP) : List.of());
            } else if (word.equals(AllSections.SPARSER)) {
                words.addAll(compared.contains(HADOOP) ? List.of("--every-fourth", HADOOP) : List.of());
            } else if (!word.isEmpty()) {
                words.add(word);
            }
        }
        // Without any of those that were asked for, SSS is measured alone.
        words.addAll(List.of("--system", compared.isEmpty() ? "sss" : String.join(",", compared)));
        return words;
    }
}
