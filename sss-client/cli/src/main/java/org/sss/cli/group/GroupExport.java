package org.sss.cli.group;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.io.LineFormat;
import org.sss.io.OutputFormat;

/** {@code sss group export}. The extension of the file selects the format, unless an option does. */
public final class GroupExport implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(
                null, "tsv", false, "lines 'key TAB value'; default for .tsv, .txt, other or no extensions, and -");
        options.addOption(null, "csv", false, "comma-separated values with a header line; default for .csv");
        options.addOption(null, "json-lines", false, "a JSON document on each line; default for .jsonl and .ndjson");
        options.addOption(null, "values-only", false, "values without keys");
        Help.option(
                options,
                "columns",
                "A,B,...",
                "with CSV and Parquet: export only these columns, in this order: key, value, or fields of records");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.args("GROUP", "FILE");
        String file = args.get(1);
        boolean toOutput = file.equals("-") || OutputFile.isStandardOutput(file);
        LineFormat wanted = wanted(call);
        OutputFormat format = toOutput
                ? OutputFormat.plain(wanted == null ? LineFormat.TEXT : wanted)
                : OutputFile.format(file, wanted, call.console());
        if (call.has("columns") && (format.format() == LineFormat.TEXT || format.format() == LineFormat.JSON_LINES)) {
            throw new UsageException("--columns requires --csv, or a FILE with the extension .csv or .parquet");
        }
        List<String> columns =
                call.has("columns") ? List.of(call.required("columns").split(",")) : List.of();
        Export export = new Export(args.get(0), format, call.has("values-only"), columns);
        try (SssClient client = call.connect()) {
            if (toOutput) {
                export.to(call.console().out(), client, new Transferred());
                return 0;
            }
            export.check(client.group(args.get(0)).checkComplete());
            export.toFile(file, client, call.console());
        }
        return 0;
    }

    /** Returns null if no option selects a format. */
    private static LineFormat wanted(Call call) {
        List<String> given =
                Stream.of("tsv", "csv", "json-lines").filter(call::has).toList();
        if (given.size() > 1) {
            throw new UsageException("--" + given.get(0) + " and --" + given.get(1) + " are mutually exclusive");
        }
        return given.isEmpty()
                ? null
                : switch (given.get(0)) {
                    case "csv" -> LineFormat.CSV;
                    case "json-lines" -> LineFormat.JSON_LINES;
                    default -> LineFormat.TEXT;
                };
    }
}
