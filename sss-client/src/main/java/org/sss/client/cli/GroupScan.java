package org.sss.client.cli;

import java.io.IOException;
import org.apache.commons.cli.Options;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** {@code sss group scan}. */
final class GroupScan implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "prefix", true, "only keys that begin with this (strings and bytes)");
        options.addOption(null, "from", true, "only keys from this one on");
        options.addOption(null, "to", true, "only keys below this one");
        options.addOption(null, "limit", true, "at most so many tuples");
    }

    @Override
    public int run(Call call) throws IOException {
        String group = call.args("GROUP").get(0);
        long limit = call.number("limit", 0, Long.MAX_VALUE);
        try (SssClient client = call.connect()) {
            TupleText keys = new TupleText(client.group(group).keyType());
            byte[] prefix = parsed(call, keys, "prefix");
            try (RawTuples tuples = client.raw(group, prefix, parsed(call, keys, "from"), parsed(call, keys, "to"))) {
                TuplePrinter printer = new TuplePrinter(call.console(), tuples);
                for (long i = 0; i < limit && tuples.next(); i++) {
                    printer.printTuple();
                }
                return 0;
            }
        }
    }

    private static byte[] parsed(Call call, TupleText keys, String option) {
        return call.has(option) ? keys.parse(call.required(option)) : null;
    }
}
