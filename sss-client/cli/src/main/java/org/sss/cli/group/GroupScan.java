package org.sss.cli.group;

import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** {@code sss group scan}. */
public final class GroupScan implements Command {
    /** Types whose keys have no prefixes. */
    private static final Pattern UNDIVIDED = Pattern.compile("int|long|double|record\\(.*");

    private static final String TOP = "top";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        Help.option(options, "prefix", "PREFIX", "only keys with this prefix (types string and bytes)");
        Help.option(options, "from", "KEY", "only keys greater than or equal to this");
        Help.option(options, "to", "KEY", "only keys less than this");
        Help.option(options, "limit", "N", "at most this many tuples");
        Help.option(options, TOP, "K", "of these the K tuples with the largest values, the largest first");
    }

    @Override
    public int run(Call call) throws IOException {
        String group = call.args("GROUP").get(0);
        long limit = call.number("limit", 0, Long.MAX_VALUE);
        int top = (int) call.number(TOP, 1, GroupTop.MAX, 0);
        if (top > 0 && call.has("limit")) {
            throw new UsageException("--" + TOP + " and --limit are mutually exclusive");
        }
        try (SssClient client = call.connect()) {
            String keyType = client.group(group).keyType();
            if (call.has("prefix") && UNDIVIDED.matcher(keyType).matches()) {
                throw new UsageException("--prefix requires keys of type string or bytes; those of group '" + group
                        + "' are " + keyType + ": use --from and --to");
            }
            TupleText keys = new TupleText(keyType);
            byte[] prefix = parsed(call, keys, "prefix");
            try (RawTuples tuples = client.raw(group, prefix, parsed(call, keys, "from"), parsed(call, keys, "to"))) {
                if (top > 0) {
                    GroupTop.print(call, tuples, top);
                    return 0;
                }
                TuplePrinter printer = new TuplePrinter(call.console(), tuples.group());
                for (long i = 0; i < limit && tuples.next(); i++) {
                    printer.printTuple(tuples);
                }
                return 0;
            }
        }
    }

    private static byte[] parsed(Call call, TupleText keys, String option) {
        return call.has(option) ? keys.parse(call.required(option)) : null;
    }
}
