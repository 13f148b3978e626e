package org.sss.benchmarks.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.Compression;
import org.sss.benchmarks.engines.HadoopStore;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.micro.MicroPlan;
import org.sss.benchmarks.micro.Stores;
import org.sss.benchmarks.workload.Records;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** The options of {@code sss bench micro}. Stateless. */
final class MicroOptions {
    private static final Map<String, List<Mode>> MODES = Map.of("write", List.of(Mode.WRITE), "read", List.of(Mode.READ),
            "both", List.of(Mode.WRITE, Mode.READ), "get", List.of(Mode.GET, Mode.GETS));
    private static final Map<String, Compression> COMPRESSIONS = Map.of("none", Compression.NONE, "lz4", Compression.LZ4,
            "zstd", Compression.ZSTD);
    private static final Map<String, Boolean> DATA = Map.of("random", false, "text", true);
    private static final Map<String, Boolean> TRANSPORTS = Map.of("local", false, "tcp", true);
    private static final long MOST_VALUE_BYTES = 1 << 28;
    private static final int MOST_THREADS = 1024;
    private static final int MOST_REPETITIONS = 1000;
    private static final int SEED = 7;

    private MicroOptions() {
    }

    static void describe(Options options) {
        Help.option(options, "mode", "MODE", "write, read, both, or get: single records by key (both)");
        Help.option(options, "values", "SIZES", "bytes of a value (8,32,256,2KiB,16KiB)");
        Help.option(options, "records", "N", "records, each with a key of 32 bytes (1Mi)");
        Help.option(options, "bytes", "SIZE", "at most so many bytes of keys and values: fewer records of large values (1TiB)");
        Help.option(options, "threads", "T", "client threads (16)");
        Help.option(options, "transport", "NAME", "tcp: the server is a process of its own; local: it is in that of the client (tcp)");
        WarmUpOptions.describe(options, 1);
        Help.option(options, "repetitions", "R", "measurements of which the median is shown (5)");
        Help.option(options, "compression", "NAMES", "of groups of SSS: none, lz4, zstd, or several, measured in turn (none)");
        Help.option(options, "data", "NAME", "bytes of values: random, or text, which can be compressed (random)");
        Help.option(options, "system", "NAMES", "some of sss,sss-tuples,hadoop (sss); sss-tuples has the layout of the original");
        options.addOption(null, "rivals", false, "measure Tokyo Cabinet, plain files and pumps in turn with these");
        ServerOptions.describe(options);
        Help.option(options, "seed", "N", "of the records (" + SEED + ")");
    }

    static MicroPlan plan(Call call, Path directory) {
        boolean tcp = choice(call, "transport", "tcp", TRANSPORTS);
        if (ServerOptions.areGiven(call) && !tcp) {
            throw new UsageException("--heap, --layout and --set are for the server process of --transport tcp; SSS_HEAP sets the"
                    + " heap of the client's");
        }
        if (!tcp && systems(call).contains(Stores.TUPLES)) {
            throw new UsageException("--transport local is for sss alone: " + Stores.TUPLES + " is a setting of a server process");
        }
        boolean text = choice(call, "data", "random", DATA);
        if (text && (call.has("rivals") || systems(call).contains(HadoopStore.NAME))) {
            throw new UsageException("--data text is for SSS alone; the other systems have values of random bytes, without --data");
        }
        return new MicroPlan(choice(call, "mode", "both", MODES),
                Quantity.listOf(call, "values", "8,32,256,2KiB,16KiB", 0, MOST_VALUE_BYTES).stream().map(Long::intValue).toList(),
                (int) Quantity.of(call, "records", "1Mi", 1, Records.MOST),
                Quantity.of(call, "bytes", "1TiB", 1, Long.MAX_VALUE),
                (int) call.number("threads", 1, MOST_THREADS, 16), tcp,
                WarmUpOptions.of(call, 1), (int) call.number("repetitions", 1, MOST_REPETITIONS, 5),
                systems(call), call.has("rivals"), compressions(call), text, ServerOptions.heap(call).size(), ServerOptions.settings(call),
                System.getenv("SSS_HEAP"), directory, call.number("seed", 0, SEED));
    }

    /** @throws UsageException before anything is started */
    private static List<String> systems(Call call) {
        return SuiteOptions.choices(call, "system", Stores.SYSTEMS.get(0), Stores.SYSTEMS);
    }

    private static List<Compression> compressions(Call call) {
        return Arrays.stream(call.option("compression", "none").split(",")).map(String::strip).distinct()
                .map(name -> choice("compression", name, COMPRESSIONS)).toList();
    }

    private static <T> T choice(Call call, String option, String otherwise, Map<String, T> choices) {
        return choice(option, call.option(option, otherwise), choices);
    }

    private static <T> T choice(String option, String name, Map<String, T> choices) {
        T chosen = choices.get(name);
        if (chosen == null) {
            throw new UsageException("--" + option + " takes one of "
                    + String.join(", ", choices.keySet().stream().sorted().toList()) + ", not '" + name + "'");
        }
        return chosen;
    }
}
