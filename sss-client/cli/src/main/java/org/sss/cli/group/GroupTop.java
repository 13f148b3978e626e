package org.sss.cli.group;

import java.io.IOException;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.NumberSyntax;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** {@code sss group top}: the same as {@code group scan --top}. */
public final class GroupTop implements Command {
    static final int MAX = 1_000_000;
    private static final int DEFAULT = 10;

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) throws IOException {
        List<String> args = call.argsAndMore("GROUP");
        int count = args.size() == 1 ? DEFAULT : count(call.args("GROUP", "K").get(1));
        try (SssClient client = call.connect();
                RawTuples tuples = client.raw(args.get(0), null, null, null)) {
            print(call, tuples, count);
        }
        return 0;
    }

    private static int count(String text) {
        try {
            long count = NumberSyntax.parseLong(text);
            if (count > 0 && count <= MAX) {
                return (int) count;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new UsageException("K is a number from 1 to " + MAX + ", not '" + text + "'");
    }

    /** Prints the {@code count} tuples with the largest values. */
    static void print(Call call, RawTuples tuples, int count) throws IOException {
        LargestValues largest = new LargestValues(count, Runtime.getRuntime().maxMemory() / 4);
        while (tuples.next()) {
            largest.offer(tuples);
        }
        TuplePrinter printer = new TuplePrinter(call.console(), tuples.group());
        for (LargestValues.Tuple tuple : largest.tuples()) {
            printer.print(tuple.key(), tuple.value());
        }
    }
}
