package org.sss.cli.workflow;

import java.nio.file.Path;
import org.apache.commons.cli.Options;
import org.sss.cli.group.Export;
import org.sss.cli.group.GroupImport;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.io.OutputFormat;
import org.sss.io.store.FileStores;

/** {@code sss stream}. */
public final class StreamCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        Help.option(options, "map", "COMMAND", "the mapper: reads tuples from stdin, writes tuples to stdout");
        Help.option(options, "reduce", "COMMAND", "the reducer: the same, but its input is grouped by key");
        Help.option(
                options,
                "combine",
                "COMMAND",
                "the combiner: reads the output of a map task, sorted by key, and writes the tuples to send instead");
        Help.option(
                options,
                "input",
                "GROUP",
                "a group, or files:PATH for a file, directory or glob, or s3://...; may be repeated");
        options.addOption(
                null,
                GroupImport.AS_TEXT,
                false,
                "read the files of files:PATH as plain text, without detecting compressed or binary files");
        Help.option(options, "output", "GROUP", "the group to write");
        Help.option(
                options,
                "output-file",
                "FILE",
                "a file to which the output is exported after the job succeeded; its extension selects the"
                        + " format: " + OutputFormat.NAMES);
        options.addOption(null, "replace", false, "replace an existing group of that name");
        describeText(options);
        describeCommands(options);
        describeTypes(options);
        CompressOption.describe(options, "the output");
        SubmitOptions.describe(options);
    }

    private static void describeText(Options options) {
        Help.option(
                options,
                "format",
                "FORMAT",
                "text (default): lines 'key TAB value', unchanged; escaped: the same with \\t \\n \\r \\\\ escaped"
                        + " in keys and values; binary: encoded, with lengths");
        Help.option(options, "separator", "CHAR", "the character between key and value in text lines; default: tab");
        options.addOption(
                null, "values-only", false, "the mapper reads values without keys, for programs such as tr and grep");
    }

    private static void describeCommands(Options options) {
        Help.option(
                options,
                "ship",
                "FILE",
                "a file that the command needs; may be repeated. Files of the working directory that the"
                        + " command names are always sent. FILE#DIR unpacks a .tar, also compressed, or .zip file in "
                        + "DIR");
        Help.option(
                options,
                "env",
                "NAME=VALUE",
                "a variable for the environment of the commands, which get only few of those of the node;"
                        + " may be repeated");
    }

    private static void describeTypes(Options options) {
        Help.option(
                options,
                "keys",
                "TYPE",
                "type of the output's keys: string (default), bytes, int, long, double, record(...)");
        Help.option(options, "values", "TYPE", "type of the output's values; default: string");
        Help.option(options, "map-keys", "TYPE", "type of the keys between --map and --reduce; default: string");
        Help.option(options, "map-values", "TYPE", "type of the values between --map and --reduce; default: string");
    }

    /** Of another store, the connector must be there; the store checks the rest. */
    private static String checked(String file) {
        return FileStores.isLocal(file)
                ? OutputFile.checked(Path.of(file)).toString()
                : FileStores.ofProcess().of(file).absolute(file);
    }

    @Override
    public int run(Call call) throws Exception {
        StreamWorkflow.check(call);
        CompressOption.of(call);
        SubmitOptions how = SubmitOptions.of(call);
        String file = call.option("output-file", null);
        if (file != null && how.detach()) {
            throw new UsageException(
                    "--output-file and --detach are mutually exclusive: the output is exported after the job ended");
        }
        OutputFormat format = file == null ? null : OutputFile.format(checked(file), null, call.console());
        try (SssClient client = call.connect()) {
            how.submit(new StreamWorkflow(call, client).build(), client, call.console());
            if (file != null) {
                new Export(call.required("output"), format).toFile(file, client, call.console());
            }
            return 0;
        }
    }
}
