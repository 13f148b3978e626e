package org.sss.benchmarks.cli;

import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.synthetic.Preset;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/** {@code sss bench macro}. */
final class MacroCommand extends PointsCommand {
    private static final long MAX_PAIRS = 1L << 31;
    private static final String WORKLOADS =
            String.join(",", Preset.all(true).stream().map(Preset::label).toList());

    MacroCommand() {
        super("macro");
    }

    @Override
    void describePoints(Options options) {
        Help.option(options, "workload", "NAMES", "some of " + WORKLOADS + " (all)");
        Help.option(options, "pairs", "LIST", "points on the x axis (16Ki,64Ki,256Ki,1Mi)");
        Help.option(options, "total", "SIZE", "bytes of the values on that axis (1GiB; the paper has 1TiB)");
        describePartition(options, "average");
        Help.option(options, "nodes", "N", "nodes of SSS (1); rivals have all processors");
    }

    @Override
    List<SyntheticPoint> points(Call call) {
        List<Long> pairs = BenchmarkOptions.quantities(call, "pairs", "16Ki,64Ki,256Ki,1Mi", 1, MAX_PAIRS - 1);
        return BenchmarkOptions.typed(() -> presets(call, "workload", WORKLOADS, true).stream()
                .flatMap(preset -> preset.at(pairs, total(call), BenchmarkOptions.nodes(call, 1)))
                .map(point -> point.with(adjusted(point.conf(), call)))
                .toList());
    }
}
