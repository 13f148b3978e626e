package org.sss.cli.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.cli.group.Export;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.ParameterOption;
import org.sss.cli.terminal.ProgressView;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.cli.workflow.WorkflowView;
import org.sss.client.JobReport;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;
import org.sss.client.examples.WordCount;
import org.sss.io.OutputFormat;

/** {@code sss local wordcount}. */
public final class LocalWordCount implements Command {
    private static final String LINES = "lines";
    private static final String COUNTS = "counts";
    private static final String STDOUT = "-";

    private final List<Phase> phases = new ArrayList<>();
    private Console console;
    private Compression compression;
    private Map<String, String> parameters;

    /** Amounts and time of one step. */
    record Phase(String phase, long tuples, long bytes, long millis) {
        Map<String, Object> json() {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("phase", phase);
            object.put("tuples", tuples);
            object.put("bytes", bytes);
            object.put("seconds", millis / 1000.0);
            object.put("megabytesPerSecond", Math.round(Units.megabytesPerSecondOf(bytes, millis) * 10) / 10.0);
            return object;
        }
    }

    @Override
    public void describe(Options options) {
        Help.option(options, "output", "FILE", "file for all words with their counts, sorted by word; '-' for stdout");
        Help.option(options, "top", "K", "number of the most frequent words to print; default: 10");
        ParameterOption.describe(options);
        LocalGroups.describe(options);
        CompressOption.describe(options, "all groups");
    }

    @Override
    public int run(Call call) throws Exception {
        List<Path> files = call.argsAndMore("FILE").stream().map(Path::of).toList();
        LocalGroups.check(call);
        int top = (int) call.number("top", 0, 1_000_000, 10);
        int nodes = call.nodes(1);
        console = call.console();
        String output = call.option("output", "");
        if (output.equals(STDOUT) && (console.json() || call.has("top"))) {
            throw new UsageException(
                    "--output - prints only the words with their counts; omit --top and --json, or write"
                            + " to a file");
        }
        compression = CompressOption.of(call);
        parameters = ParameterOption.of(call);
        SssClient.checkReadable(files);
        if (!output.isEmpty() && !output.equals(STDOUT)) {
            OutputFile.checked(Path.of(output));
            OutputFile.format(output, null, console);
        }
        try (SssClient client = LocalGroups.start(call, nodes)) {
            return ExitHook.during(client::close, () -> {
                LocalGroups.drop(call, client);
                checkFree(call, client);
                return count(client, files, output, top);
            });
        }
    }

    /** Checks both groups before the import. */
    private static void checkFree(Call call, SssClient client) {
        Set<String> there = LocalGroups.names(client);
        List<String> taken = Stream.of(LINES, COUNTS).filter(there::contains).toList();
        if (!taken.isEmpty()) {
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "group '" + taken.get(0) + "' already exists in " + call.required("dir")
                            + "; drop it first ("
                            + taken.stream().map(group -> "--drop " + group).collect(Collectors.joining(" "))
                            + "), or use another --dir");
        }
    }

    private int count(SssClient client, List<Path> files, String output, int top) throws Exception {
        importLines(client, files);
        mapReduce(client);
        if (output.equals(STDOUT)) {
            client.export(COUNTS, console.out(), new Transferred());
            return 0;
        }
        if (!output.isEmpty()) {
            export(client, Path.of(output));
        }
        report(top(client, top));
        return 0;
    }

    private void importLines(SssClient client, List<Path> files) throws Exception {
        Transferred done = new Transferred();
        long start = System.nanoTime();
        ProgressView.during(
                console,
                "import",
                files,
                done,
                () -> client.importText(WordCount.lines(LINES).compressed(compression), files, done));
        phases.add(new Phase("import", done.tuples(), done.bytes(), millisSince(start)));
    }

    private void mapReduce(SssClient client) throws Exception {
        Workflow workflow = WordCount.workflow(
                WordCount.lines(LINES), WordCount.counts(COUNTS).compressed(compression));
        parameters.forEach(workflow::set);
        WorkflowReport status =
                WorkflowHandle.succeeded(new WorkflowView(console, client).follow(client.submit(workflow)));
        for (JobReport job : status.jobs()) {
            String phase = job.name().equals(WordCount.MAP) ? "map+shuffle" : job.name();
            phases.add(
                    new Phase(phase, job.progress().tuplesIn(), job.progress().bytesIn(), job.millis()));
        }
    }

    private void export(SssClient client, Path file) throws IOException {
        Transferred done = new Transferred();
        long start = System.nanoTime();
        new Export(COUNTS, OutputFormat.ofName(file.toString(), null)).toFile(file, client, done);
        phases.add(new Phase("export", done.tuples(), done.bytes(), millisSince(start)));
    }

    private TopTuples top(SssClient client, int top) {
        long start = System.nanoTime();
        TopTuples words = new TopTuples(top);
        try (RawTuples tuples = client.raw(COUNTS, null, null, null)) {
            while (tuples.next()) {
                words.offer(tuples);
            }
        }
        phases.add(new Phase("top", words.offered(), words.offeredBytes(), millisSince(start)));
        return words;
    }

    private void report(TopTuples words) {
        if (console.json()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("words", words.sum());
            document.put("distinct", words.offered());
            document.put("top", words.json("word", "count"));
            document.put("phases", phases.stream().map(Phase::json).toList());
            console.json(document);
            return;
        }
        if (words.offered() > 0) {
            words.print(console);
            console.line("");
        }
        console.line(words.sum() + " words, " + words.offered() + " distinct");
        console.line("");
        Table table = new Table("PHASE", "TUPLES", "BYTES", "SECONDS", "MB/S");
        phases.forEach(phase -> table.row(
                phase.phase(),
                phase.tuples(),
                phase.bytes(),
                Units.seconds(phase.millis()),
                Units.megabytesPerSecond(phase.bytes(), phase.millis())));
        table.print(console);
    }

    private static long millisSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }
}
