package org.sss.benchmarks.cli;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.synthetic.Macro;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;

/** {@code sss bench macro}. */
final class MacroCommand implements Command {
    private static final long MOST_BYTES = 1L << 50;
    private static final long MOST_PAIRS = 1L << 31;
    private static final String WORKLOADS = String.join(",", Macro.WORKLOADS);

    @Override
    public void describe(Options options) {
        Help.option(options, "workload", "NAMES", "some of " + WORKLOADS + " (all)");
        Help.option(options, "pairs", "LIST", "points on the x axis (16Ki,64Ki,256Ki,1Mi)");
        Help.option(options, "total", "SIZE", "bytes of the values on that axis (1GiB; the paper has 1TiB)");
        Help.option(options, "nodes", "N", "nodes of SSS (1); rivals have all processors");
        SystemOptions.describe(options);
        WorkDirectory.describe(options);
        OutDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        List<String> workloads = Arrays.stream(call.option("workload", WORKLOADS).split(",", -1)).map(String::strip).toList();
        List<Long> pairs = Quantity.listOf(call, "pairs", "16Ki,64Ki,256Ki,1Mi", 1, MOST_PAIRS - 1);
        long total = Quantity.of(call, "total", "1GiB", 1, MOST_BYTES);
        SyntheticCommand.measure("macro", Typed.of(() -> Macro.points(workloads, pairs, total, SyntheticOptions.nodes(call, 1))), call);
        return 0;
    }
}
