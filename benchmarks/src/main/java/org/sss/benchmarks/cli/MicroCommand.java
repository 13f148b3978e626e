package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.Compression;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.stores.MicroPlan;
import org.sss.benchmarks.stores.MicroReport;
import org.sss.benchmarks.stores.MicroRun;
import org.sss.benchmarks.stores.Mode;
import org.sss.benchmarks.stores.StorePlan;
import org.sss.benchmarks.stores.Transfer;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Row;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench micro}. */
final class MicroCommand extends MeasuringCommand {
    private static final String VALUES = "8,32,256,2KiB,16KiB";
    private static final Map<String, List<Mode>> MODES = Map.of(
            "write",
            List.of(Mode.WRITE),
            "read",
            List.of(Mode.READ),
            "both",
            List.of(Mode.WRITE, Mode.READ),
            "get",
            List.of(Mode.GET, Mode.GETS));
    private static final long MAX_VALUE_BYTES = 1 << 28;
    private static final String TRANSFER = "transfer";
    private static final String PIPELINED = "pipelined";
    private static final String BLOCKS = "blocks";
    private static final String BLOCK_RECORDS = "block-records";
    private static final String DEFAULT_BLOCK = "1000";
    /** As many as a commit can name, with room for the last block of each thread. */
    private static final long MAX_BLOCKS = 250_000;

    private static final int SEED = 7;

    MicroCommand() {
        super("micro", 1);
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "mode", "MODE", "write, read, both, or get: single records by key (both)");
        Help.option(options, "values", "SIZES", "bytes of a value (" + VALUES + ")");
        Help.option(options, "records", "N", "records, each with a key of 32 bytes (1Mi)");
        Help.option(
                options,
                "bytes",
                "SIZE",
                "at most so many bytes of keys and values: fewer records of large values (1TiB)");
        Help.option(options, "threads", "T", "client threads (16)");
        Help.option(
                options,
                "transport",
                "NAME",
                "tcp: the server is a process of its own; local: it is in that of the client (tcp)");
        Help.option(
                options,
                "compression",
                "NAMES",
                "of groups of SSS: none, lz4, zstd, or several, measured in turn (none)");
        Help.option(options, "data", "NAME", "bytes of values: random, or text, which can be compressed (random)");
        Help.option(
                options,
                TRANSFER,
                "NAMES",
                "of the records of a thread: pipelined, as one stream, or blocks of"
                        + " --block-records, each after the answer for the last one; or both, measured in turn "
                        + "(pipelined)");
        Help.option(options, BLOCK_RECORDS, "N", "records of a block of --transfer blocks (" + DEFAULT_BLOCK + ")");
        Help.option(
                options,
                BenchmarkOptions.SYSTEM,
                "NAMES",
                "some of sss,sss-library,sss-tuples,hadoop (sss); sss-library writes segments"
                        + " through Tokyo Cabinet, sss-tuples has the layout of the original");
        options.addOption(null, "rivals", false, "measure Tokyo Cabinet and plain files in turn with these");
        BenchmarkOptions.describeServer(options);
        Help.option(options, "seed", "N", "of the records (" + SEED + ")");
    }

    @Override
    void check(Call call) {
        plan(call, Path.of(""));
    }

    private MicroPlan plan(Call call, Path directory) {
        boolean tcp = BenchmarkOptions.choice(call, "transport", "tcp", List.of("local", "tcp"))
                .equals("tcp");
        List<String> systems =
                BenchmarkOptions.choices(call, BenchmarkOptions.SYSTEM, StorePlan.SYSTEMS.get(0), StorePlan.SYSTEMS);
        if (!tcp && BenchmarkOptions.hasServer(call)) {
            throw new UsageException(
                    "--heap, --layout and --set are for the server process of --transport tcp; SSS_HEAP sets the"
                            + " heap of the client's");
        }
        if (!tcp && !Collections.disjoint(systems, StorePlan.WITH_SETTINGS)) {
            throw new UsageException("--transport local is for sss alone: "
                    + String.join(" and ", StorePlan.WITH_SETTINGS) + " are settings of a server process");
        }
        boolean text = BenchmarkOptions.choice(call, "data", "random", List.of("random", "text"))
                .equals("text");
        if (text && (call.has("rivals") || systems.contains(StorePlan.HADOOP))) {
            throw new UsageException(
                    "--data text is for SSS alone; the other systems have values of random bytes, without --data");
        }
        return new MicroPlan(
                modes(call),
                new MicroPlan.Data(
                        BenchmarkOptions.quantities(call, "values", VALUES, 0, MAX_VALUE_BYTES).stream()
                                .map(Long::intValue)
                                .toList(),
                        (int) BenchmarkOptions.quantity(call, "records", "1Mi", 1, Records.MAX),
                        BenchmarkOptions.quantity(call, "bytes", "1TiB", 1, Long.MAX_VALUE),
                        text,
                        call.number("seed", 0, SEED)),
                new MicroPlan.Stores(systems, call.has("rivals"), compressions(call), transfers(call)),
                new MicroPlan.Server(
                        tcp,
                        BenchmarkOptions.threads(call, 16),
                        BenchmarkOptions.heap(call).size(),
                        BenchmarkOptions.settings(call),
                        directory),
                warmUp(call),
                BenchmarkOptions.repetitions(call));
    }

    private static List<Mode> modes(Call call) {
        return MODES.get(BenchmarkOptions.choice(
                call, "mode", "both", MODES.keySet().stream().sorted().toList()));
    }

    private static List<Transfer> transfers(Call call) {
        List<String> names = BenchmarkOptions.choices(call, TRANSFER, PIPELINED, List.of(PIPELINED, BLOCKS));
        if (call.has(BLOCK_RECORDS) && !names.contains(BLOCKS)) {
            throw new UsageException("--block-records is for --transfer blocks");
        }
        int records = (int) BenchmarkOptions.quantity(call, BLOCK_RECORDS, DEFAULT_BLOCK, 1, Records.MAX);
        if (names.contains(BLOCKS)
                && BenchmarkOptions.quantity(call, "records", "1Mi", 1, Records.MAX) / records > MAX_BLOCKS) {
            throw new UsageException("a group is written in at most " + MAX_BLOCKS
                    + " blocks; take fewer --records or more --block-records");
        }
        return names.stream()
                .map(name -> name.equals(BLOCKS) ? new Transfer(records) : Transfer.PIPELINED)
                .toList();
    }

    private static List<Compression> compressions(Call call) {
        return BenchmarkOptions.choices(
                        call,
                        "compression",
                        "none",
                        Arrays.stream(Compression.values())
                                .map(one -> one.name().toLowerCase(Locale.ROOT))
                                .toList())
                .stream()
                .map(one -> Compression.valueOf(one.toUpperCase(Locale.ROOT)))
                .toList();
    }

    @Override
    Bench open(Call call, Path directory, BenchProgress progress) throws Exception {
        return new MicroRun(plan(call, directory), progress);
    }

    @Override
    void addToHead(Call call, Map<String, Object> head) {
        head.put("seed", call.number("seed", 0, SEED));
        head.put("threads", BenchmarkOptions.threads(call, 16));
        head.put("transfer", call.option(TRANSFER, PIPELINED));
        head.put("block_records", call.option(BLOCK_RECORDS, DEFAULT_BLOCK));
        head.put("data", call.option("data", "random"));
        head.put("server_heap", BenchmarkOptions.heap(call).size());
        head.put("server_settings", BenchmarkOptions.settings(call));
        modes(call).forEach(mode -> head.put("latency_of_" + mode, mode.operation()));
    }

    @Override
    Report<Row> report(List<Row> rows, Call call) {
        return MicroReport.of(plan(call, Path.of("")), rows);
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        return MicroReport.plot(rows, directory);
    }
}
