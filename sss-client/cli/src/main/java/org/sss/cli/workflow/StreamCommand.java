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

/** {@code sss stream}. */
public final class StreamCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        Help.option(options, "map", "COMMAND", "the mapper: reads tuples from stdin, writes tuples to stdout");
        Help.option(options, "reduce", "COMMAND", "the reducer: the same, with all tuples of a key one after another");
        Help.option(options, "combine", "COMMAND", "reads what a task of the mapper wrote, sorted by key, and writes what is sent in its place");
        Help.option(options, "input", "GROUP", "a group, or files:PATH with a file, directory or glob; may be repeated");
        options.addOption(null, GroupImport.AS_TEXT, false, "take files of files:PATH as plain text whatever they begin with");
        Help.option(options, "output", "GROUP", "the group to write");
        Help.option(options, "output-file", "FILE", "a file to export the output to when the job has succeeded, in the format of its"
                + " extension: " + OutputFormat.NAMES);
        options.addOption(null, "replace", false, "replace a group of that name");
        Help.option(options, "format", "FORMAT", "text: lines 'key TAB value', unchanged, the default; escaped: the same with \\t \\n \\r"
                + " \\\\ within keys and values; binary: encoded, with lengths");
        Help.option(options, "separator", "CHAR", "the character between key and value in lines of text, in place of a tab");
        options.addOption(null, "values-only", false, "the mapper reads values without keys, as tr and grep want them");
        Help.option(options, "ship", "FILE", "a file that the command needs; may be repeated. Files of this directory that the"
                + " command names are sent anyway");
        Help.option(options, "keys", "TYPE", "type of the keys written: string (default), bytes, int, long, double, record(...)");
        Help.option(options, "values", "TYPE", "type of the values written, string by default");
        Help.option(options, "map-keys", "TYPE", "type of keys between --map and --reduce, string by default");
        Help.option(options, "map-values", "TYPE", "type of values between them, string by default");
        CompressOption.describe(options, "the output");
        SubmitOptions.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        StreamWorkflow.check(call);
        CompressOption.of(call);
        SubmitOptions how = SubmitOptions.of(call);
        String file = call.option("output-file", null);
        if (file != null && how.detach()) {
            throw new UsageException("--output-file and --detach exclude each other: there is nothing to export before the job has ended");
        }
        OutputFormat format = file == null ? null : OutputFormat.ofName(OutputFile.checked(Path.of(file)).toString(), null);
        try (SssClient client = call.connect()) {
            how.submit(new StreamWorkflow(call, client).build(), client, call.console());
            if (file != null) {
                new Export(call.required("output"), format).toFile(Path.of(file), client, call.console());
            }
            return 0;
        }
    }
}
