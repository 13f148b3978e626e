package org.sss.client.cli;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.net.control.GroupInfo;

/** {@code sss group import}. */
final class GroupImport implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "replace", false, "replace a group of that name");
        options.addOption(null, "bytes", false, "lines are bytes, not strings (the same bytes either way)");
        options.addOption(null, "tsv", false, "lines are 'key TAB value', as an export gives");
        CompressOption.describe(options, "the group");
        Help.option(options, "keys", "TYPE", "with --tsv: type of keys: string (default), bytes, int, long, double, record(...)");
        Help.option(options, "values", "TYPE", "with --tsv: type of values, string by default");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("GROUP", "FILE");
        List<Path> files = args.stream().skip(1).map(Path::of).toList();
        TupleGroup<?, ?> group = group(call, args.get(0));
        Transferred done = new Transferred();
        long begin = System.nanoTime();
        try (SssClient client = call.connect()) {
            GroupInfo written = ProgressView.during(call.console(), "import", files, done,
                    () -> call.has("tsv") ? client.importTsv(group, files, done) : client.importText(group, files, done));
            report(call.console(), written, done.bytes(), (System.nanoTime() - begin) / 1_000_000);
        }
        return 0;
    }

    private static TupleGroup<?, ?> group(Call call, String name) {
        Codec<?> keys = call.has("tsv") ? codec(call, "keys") : Codecs.LONG;
        Codec<?> values = call.has("tsv") ? codec(call, "values") : call.has("bytes") ? Codecs.BYTES : Codecs.STRING;
        TupleGroup<?, ?> group = TupleGroup.of(name, keys, values).compressed(CompressOption.of(call));
        return call.has("replace") ? group.replacing() : group;
    }

    private static Codec<?> codec(Call call, String option) {
        return Codecs.byName(TypeOption.of(call, option, "string"));
    }

    private static void report(Console console, GroupInfo group, long bytes, long millis) {
        if (console.json()) {
            console.json(group);
        } else {
            console.line("group " + group.name() + ": " + group.tuples() + " tuples from " + Units.bytes(bytes) + " in "
                    + Units.seconds(millis) + " s (" + Units.megabytesPerSecond(bytes, millis) + " MB/s)");
        }
    }
}
