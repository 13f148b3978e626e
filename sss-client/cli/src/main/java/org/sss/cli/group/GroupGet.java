package org.sss.cli.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;
import org.sss.client.RawReader;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** {@code sss group get}. */
public final class GroupGet implements Command {
    private static final int MAX_SHOWN = 80;

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "raw", false, "print the bytes of the values, without separators; for large values");
    }

    @Override
    public int run(Call call) throws IOException {
        List<String> args = call.argsAndMore("GROUP", "KEY");
        if (call.has("raw") && call.console().json()) {
            throw new UsageException("--raw and --json are mutually exclusive");
        }
        List<String> keys = args.subList(1, args.size());
        List<String> missing = new ArrayList<>();
        try (SssClient client = call.connect()) {
            RawReader reader = client.rawReader(args.get(0));
            TupleText text = new TupleText(reader.group().keyType());
            List<byte[]> encoded = keys.stream().map(text::parse).toList();
            for (int i = 0; i < keys.size(); i++) {
                if (!print(reader, encoded.get(i), keys.size() > 1, call)) {
                    missing.add(keys.get(i));
                }
            }
        }
        if (!missing.isEmpty()) {
            throw notFound(args.get(0), missing);
        }
        return 0;
    }

    /** Prints the values of a key, with the key if several were requested. Returns false if it does not exist. */
    private static boolean print(RawReader reader, byte[] key, boolean withKey, Call call) throws IOException {
        try (RawTuples tuples = reader.tuples(key)) {
            TuplePrinter printer = new TuplePrinter(call.console(), tuples.group());
            boolean found = false;
            for (; tuples.next(); found = true) {
                if (call.has("raw")) {
                    tuples.valueStream().transferTo(call.console().out());
                } else if (withKey) {
                    printer.printTuple(tuples);
                } else {
                    printer.printValue(tuples);
                }
            }
            return found;
        }
    }

    private static SssException notFound(String group, List<String> missing) {
        String more = missing.size() == 1 ? "" : " (and " + (missing.size() - 1) + " more of the requested keys)";
        return new SssException(
                ErrorCode.NOT_FOUND,
                "group '" + group + "' has no key '" + shortened(missing.get(0)) + "'" + more + "; 'sss group scan "
                        + group + " --from ...' shows the existing keys");
    }

    private static String shortened(String key) {
        return key.length() <= MAX_SHOWN ? key : key.substring(0, MAX_SHOWN) + "...";
    }
}
