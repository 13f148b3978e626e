package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.stores.DeleteReport;
import org.sss.benchmarks.stores.DeleteRun;
import org.sss.benchmarks.stores.MicroPlan;
import org.sss.benchmarks.stores.StorePlan;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Row;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/** {@code sss bench delete}. */
final class DeleteCommand extends MeasuringCommand {
    private static final String SIZES = "1MiB,16MiB,256MiB,4GiB,20GiB";
    private static final long MAX_VALUE_BYTES = 1 << 28;
    private static final int SEED = 7;

    DeleteCommand() {
        super("delete", 1);
    }

    @Override
    void describeOwn(Options options) {
        Help.option(
                options,
                BenchmarkOptions.SYSTEM,
                "NAMES",
                "some of sss,sss-library,sss-tuples,hadoop (sss); sss-library writes segments"
                        + " through Tokyo Cabinet, sss-tuples has the layout of the original");
        Help.option(options, "sizes", "SIZES", "bytes of keys and values of the groups (" + SIZES + ")");
        Help.option(options, "value", "SIZE", "bytes of a value (16KiB)");
        Help.option(options, "threads", "T", "client threads that write a group (4)");
        BenchmarkOptions.describeServer(options);
    }

    @Override
    void check(Call call) {
        plan(call, null);
    }

    private DeleteRun.Plan plan(Call call, Path directory) {
        return new DeleteRun.Plan(
                BenchmarkOptions.choices(call, BenchmarkOptions.SYSTEM, "sss", StorePlan.SYSTEMS),
                BenchmarkOptions.quantities(call, "sizes", SIZES, 1, BenchmarkOptions.MAX_BYTES),
                (int) BenchmarkOptions.quantity(call, "value", "16KiB", 0, MAX_VALUE_BYTES),
                new MicroPlan.Server(
                        true,
                        BenchmarkOptions.threads(call, 4),
                        BenchmarkOptions.heap(call).size(),
                        BenchmarkOptions.settings(call),
                        directory),
                warmUp(call),
                BenchmarkOptions.repetitions(call),
                SEED);
    }

    @Override
    Bench open(Call call, Path directory, BenchProgress progress) {
        return new DeleteRun(plan(call, directory), progress);
    }

    @Override
    void addToHead(Call call, Map<String, Object> head) {
        head.put("seed", SEED);
        head.put("server_heap", BenchmarkOptions.heap(call).size());
        head.put("server_settings", BenchmarkOptions.settings(call));
    }

    @Override
    Report<Row> report(List<Row> rows, Call call) {
        return DeleteReport.of(rows);
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        return DeleteReport.plot(rows, directory);
    }
}
