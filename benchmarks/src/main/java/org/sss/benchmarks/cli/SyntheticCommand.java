package org.sss.benchmarks.cli;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.synthetic.Preset;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticPoint;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench synthetic}. */
final class SyntheticCommand extends PointsCommand {
    private static final long MAX_KEYS = 1L << 40;

    SyntheticCommand() {
        super("synthetic");
    }

    @Override
    void describePoints(Options options) {
        Help.option(
                options, "preset", "NAME", "some of read,write,shuffle,shuffle-combiner, as in the paper's table 2");
        Help.option(options, "conf", "FILE", "the parameters of table 1 by name, instead of a preset");
        Help.option(options, "total", "SIZE", "bytes of the values of a preset (1GiB; the paper has 16GiB)");
        options.addOption(null, "sweep", false, "walk the x axis of the preset's figure, and plot it");
        Help.option(options, "keys", "LIST", "points on that axis instead, such as 16,1024,4Mi");
        describePartition(options, "average, or as in FILE");
        Help.option(options, "nodes", "N", "nodes of SSS (1, or as in FILE); rivals have all processors");
    }

    @Override
    List<SyntheticPoint> points(Call call) {
        if (call.has("conf") == call.has("preset")) {
            throw new UsageException("give either --preset or --conf");
        }
        return call.has("conf")
                ? ofFile(call)
                : presets(call, "preset", "", false).stream()
                        .flatMap(preset -> BenchmarkOptions.typed(() -> preset.at(
                                                keys(preset, call), total(call), BenchmarkOptions.nodes(call, 1))
                                        .map(point -> point.with(adjusted(point.conf(), call)))
                                        .toList())
                                .stream())
                        .toList();
    }

    /** Where it computes, the same without that too: the difference shows what overlaps. */
    private static List<SyntheticPoint> ofFile(Call call) {
        if (call.has("sweep") || call.has("keys") || call.has("total")) {
            throw new UsageException("--sweep, --keys and --total are for presets");
        }
        SyntheticConf conf = adjusted(SyntheticConf.read(Path.of(call.required("conf"))), call);
        SyntheticPoint point = new SyntheticPoint("conf", "mapoutKeyCount", conf.mapoutKeyCount(), conf);
        return !conf.computes()
                ? List.of(point)
                : List.of(
                        point,
                        new SyntheticPoint(
                                "conf-without-computation",
                                "mapoutKeyCount",
                                conf.mapoutKeyCount(),
                                conf.withoutComputation()));
    }

    private static List<Long> keys(Preset preset, Call call) {
        return call.has("keys")
                ? BenchmarkOptions.quantities(call, "keys", "", 1, MAX_KEYS)
                : call.has("sweep") ? preset.points() : List.of(preset.middle());
    }
}
