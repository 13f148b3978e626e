package org.sss.cli.group;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.ProgressView;
import org.sss.cli.terminal.TypeOption;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.GroupWriters;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.io.RecordFormat;
import org.sss.io.Sources;
import org.sss.io.StandardInput;
import org.sss.io.TextSource;
import org.sss.io.store.FileStores;

/** {@code sss group import}. */
public final class GroupImport implements Command {
    private static final List<String> FORMATS = List.of("tsv", "csv", "json-lines");
    private static final String REPLICATION = "replication";
    private static final String IN_MEMORY = "in-memory";
    private static final int WRITERS = 4;
    public static final String AS_TEXT = "as-text";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "replace", false, "replace an existing group of that name");
        options.addOption(
                null, IN_MEMORY, false, "store the group in the memory of the nodes: it is lost when they end");
        options.addOption(
                null, "bytes", false, "store lines with type bytes instead of string (the stored bytes are the same)");
        options.addOption(null, "tsv", false, "files are lines 'key TAB value', as written by an export");
        options.addOption(
                null, AS_TEXT, false, "read files as plain text, without detecting compressed or binary files");
        RowImport.describe(options);
        BadRows.describe(options);
        CompressOption.describe(options, "the group");
        Help.option(
                options,
                REPLICATION,
                "N",
                "copies of the group on different nodes, at most as many as the setting replication of the cluster, "
                        + "which is the default");
        Help.option(
                options,
                "keys",
                "TYPE",
                "with --tsv or --key: type of keys: string (default), bytes, int, long, double, record(...); with"
                        + " .parquet: that of the file");
        Help.option(
                options,
                "values",
                "TYPE",
                "type of values; default: string, or with --csv and without --value a record of all columns; with"
                        + " .parquet: that of the file");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("GROUP", "FILE");
        Optional<RecordFormat> format = FormatImport.of(call, args.get(1));
        checkFormat(call, format.isPresent());
        List<String> paths = Sources.paths(args.subList(1, args.size()));
        List<Path> files =
                paths.stream().filter(FileStores::isLocal).map(Path::of).toList();
        boolean areLocal = files.size() == paths.size();
        if (!areLocal && call.has("tsv")) {
            throw new UsageException("--tsv reads files of this machine, not " + args.get(1)
                    + "; copy them first, or import lines or --csv --separator tab");
        }
        Transferred done = new Transferred();
        try (BadRows bad = BadRows.of(call, files)) {
            Importer importer = format.isPresent()
                    ? new FormatImport(call, args.get(0), format.get(), paths)::run
                    : areLocal ? importer(call, args.get(0), files, bad) : ofStores(call, args.get(0), paths, bad);
            try (SssClient client = call.connect()) {
                long start = System.nanoTime();
                Group written = ProgressView.during(
                        call.console(),
                        "import",
                        areLocal && format.isEmpty() ? plain(call, files) : List.of(),
                        done,
                        () -> importer.run(client, done));
                report(call.console(), written, bad, done.bytes(), (System.nanoTime() - start) / 1_000_000);
            }
        }
        return 0;
    }

    /** Imports files into a new group. */
    private interface Importer {
        Group run(SssClient client, Transferred done);
    }

    private static Importer importer(Call call, String name, List<Path> files, BadRows bad) {
        if (call.has("csv") || call.has("json-lines")) {
            RowImport rows =
                    new RowImport(call, files.stream().map(Path::toString).toList(), bad);
            return (client, done) -> rows.run(client, name, done);
        }
        TupleGroup<?, ?> group = group(call, name);
        boolean asText = call.has(AS_TEXT);
        return call.has("tsv")
                ? (client, done) -> client.importTsv(group, files, done, asText, bad::add)
                : (client, done) -> client.importText(group, files, done, asText);
    }

    /** Files that are not all on this machine. */
    private static Importer ofStores(Call call, String name, List<String> paths, BadRows bad) {
        if (call.has("csv") || call.has("json-lines")) {
            RowImport rows = new RowImport(call, paths, bad);
            return (client, done) -> rows.run(client, name, done);
        }
        TextSource<Long, String> text = Sources.text(paths.toArray(String[]::new));
        TextSource<Long, String> lines = call.has(AS_TEXT) ? text.asText() : text;
        return call.has("bytes")
                ? (client, done) -> lines(call, client, name, lines.as(Codecs.LONG, Codecs.BYTES), done)
                : (client, done) -> lines(call, client, name, lines, done);
    }

    private static <V> Group lines(
            Call call, SssClient client, String name, TextSource<Long, V> source, Transferred done) {
        TupleGroup<Long, V> group = withOptions(call, TupleGroup.of(name, Codecs.LONG, source.values()));
        try (GroupWriters<Long, V> writers = client.writers(group, WRITERS)) {
            writers.appendAll(source, done);
            return writers.commit();
        }
    }

    /** @param hasTypes whether the files have a format with types of their own */
    private static void checkFormat(Call call, boolean hasTypes) {
        if (FORMATS.stream().filter(call::has).count() > 1) {
            throw new UsageException("--tsv, --csv and --json-lines are mutually exclusive");
        }
        if (call.has("bytes") && FORMATS.stream().anyMatch(call::has)) {
            throw new UsageException("--bytes applies to plain lines only; use --values bytes instead");
        }
        boolean rows = call.has("csv") || call.has("json-lines");
        for (String option : List.of("key", "value", "columns", "separator")) {
            boolean csvOnly = option.equals("columns") || option.equals("separator");
            if (call.has(option) && !(csvOnly ? call.has("csv") : rows)) {
                throw new UsageException("--" + option + " requires --csv" + (csvOnly ? "" : " or --json-lines"));
            }
        }
        if (call.has("null") && !rows) {
            throw new UsageException("--null requires --csv or --json-lines");
        }
        if (BadRows.isWanted(call) && !rows && !call.has("tsv")) {
            throw new UsageException(
                    "--skip-bad and --bad-rows require --tsv, --csv or --json-lines: any plain line is valid");
        }
        CompressOption.of(call);
        for (String option : List.of("keys", "values")) {
            TypeOption.of(call, option, "string");
            if (call.has(option) && !rows && !call.has("tsv") && !hasTypes) {
                throw new UsageException("--" + option
                        + " requires --tsv, --csv or --json-lines: plain lines have long keys and string values");
            }
        }
    }

    /** Returns the files if the size of their content is known: none is compressed, or the standard input. */
    private static List<Path> plain(Call call, List<Path> files) {
        boolean isUnknown = files.stream().anyMatch(StandardInput::is)
                || !call.has(AS_TEXT) && files.stream().anyMatch(Sources::isCompressed);
        return isUnknown ? List.of() : files;
    }

    private static TupleGroup<?, ?> group(Call call, String name) {
        Codec<?> keys = call.has("tsv") ? codec(call, "keys") : Codecs.LONG;
        Codec<?> values = call.has("tsv") ? codec(call, "values") : call.has("bytes") ? Codecs.BYTES : Codecs.STRING;
        return withOptions(call, TupleGroup.of(name, keys, values));
    }

    /** Returns the group as the options describe it. */
    static <K, V> TupleGroup<K, V> withOptions(Call call, TupleGroup<K, V> plain) {
        TupleGroup<K, V> group = plain.compressed(CompressOption.of(call));
        group = call.has(IN_MEMORY) ? group.inMemory() : group;
        group = call.has(REPLICATION) ? group.replicated((int) call.number(REPLICATION, 1, 3, 1)) : group;
        return call.has("replace") ? group.replacing() : group;
    }

    private static Codec<?> codec(Call call, String option) {
        return Codecs.byName(TypeOption.of(call, option, "string"));
    }

    private static void report(Console console, Group group, BadRows bad, long bytes, long millis) {
        if (console.json()) {
            String json = group.toJson();
            console.document(json.substring(0, json.length() - 1) + ",\"skippedBad\":" + bad.bad() + ",\"skippedNull\":"
                    + bad.withoutValue() + "}");
        } else {
            console.report("group " + group.name() + ": " + Units.count(group.tuples(), "tuple") + " from "
                    + Units.bytes(bytes) + " in " + Units.seconds(millis) + " s" + Units.rate(bytes, millis)
                    + bad.text());
        }
    }
}
