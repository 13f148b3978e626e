package org.sss.client.cli;

import java.io.IOException;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** {@code sss group get}. */
final class GroupGet implements Command {
    private static final int MOST_SHOWN = 80;

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) throws IOException {
        List<String> args = call.args("GROUP", "KEY");
        try (SssClient client = call.connect()) {
            byte[] key = new TupleText(client.group(args.get(0)).keyType()).parse(args.get(1));
            try (RawTuples tuples = client.rawValues(args.get(0), key)) {
                TuplePrinter printer = new TuplePrinter(call.console(), tuples);
                if (!tuples.next()) {
                    throw new SssException(ErrorCode.NOT_FOUND, "group '" + args.get(0) + "' has no key '" + shortened(args.get(1))
                            + "'; 'sss group scan " + args.get(0) + " --from ...' shows which keys there are");
                }
                do {
                    printer.printValue();
                } while (tuples.next());
                return 0;
            }
        }
    }

    private static String shortened(String key) {
        return key.length() <= MOST_SHOWN ? key : key.substring(0, MOST_SHOWN) + "...";
    }
}
