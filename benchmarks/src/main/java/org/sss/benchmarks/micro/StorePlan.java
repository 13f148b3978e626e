package org.sss.benchmarks.micro;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engines.HadoopStore;
import org.sss.benchmarks.rival.PlainFile;
import org.sss.benchmarks.rival.Pump;
import org.sss.benchmarks.rival.TokyoJni;
import org.sss.benchmarks.rival.TokyoProgram;
import org.sss.benchmarks.store.Cluster;
import org.sss.benchmarks.store.EmbeddedServer;
import org.sss.benchmarks.store.ServerProcess;
import org.sss.benchmarks.store.SssStore;
import org.sss.benchmarks.store.Store;
import org.sss.net.rpc.Nullable;

/**
 * A store that is to be opened, in whatever process. Immutable.
 *
 * @param tcp       whether the server of SSS is a process of its own
 * @param heap      of the server process, or null
 * @param settings  of the server process, by name
 * @param directory for its files, and for those of its client's process
 */
record StorePlan(String system, Compression compression, boolean tcp, int threads, @Nullable String heap, Map<String, String> settings,
        String directory) {
    static final String SSS = "sss";
    static final String TUPLES = "sss-tuples";
    static final String SSS_TCP = "sss-tcp";
    static final String TOKYO_C = "tokyo-c";
    static final String TOKYO_NO_YIELD = "tokyo-no-yield";
    static final String PLAIN_FILE = "plain-file";
    static final String PUMP = "pump";
    static final List<String> RIVALS = List.of(TOKYO_C, TOKYO_NO_YIELD, "tokyo-jni", PLAIN_FILE, "plain-nosync", PUMP, "pump-file");

    static StorePlan of(String system, Compression compression, MicroPlan plan) {
        return new StorePlan(system, compression, plan.tcp(), plan.threads(), plan.heap(), plan.settings(),
                plan.directory().resolve(system + suffix(compression)).toString());
    }

    private static String suffix(Compression compression) {
        return compression == Compression.NONE ? "" : "-" + compression.name().toLowerCase(Locale.ROOT);
    }

    String name() {
        return (!system.equals(SSS) ? system : tcp ? SSS_TCP : "sss-local") + suffix(compression);
    }

    Path path() {
        return Path.of(directory);
    }

    /** In this process. */
    Store open() throws Exception {
        Path data = path().resolve("data");
        return switch (system) {
            case SSS -> new SssStore(name(), tcp ? server(settings) : new EmbeddedServer(data), threads, compression);
            case TUPLES -> tuples();
            case HadoopStore.NAME -> new HadoopStore(data, threads, heap);
            case TOKYO_C -> new TokyoProgram(system, data, true);
            case TOKYO_NO_YIELD -> new TokyoProgram(system, data, false);
            case "tokyo-jni" -> new TokyoJni(system, data);
            case PLAIN_FILE -> new PlainFile(system, data, true);
            case "plain-nosync" -> new PlainFile(system, data, false);
            case PUMP -> Pump.ofMemory(system, path(), threads);
            case "pump-file" -> Pump.ofFile(system, path(), threads);
            default -> throw new SssException(ErrorCode.INVALID_ARGUMENT, "there is no system '" + system + "'; --system takes some of "
                    + String.join(",", Stores.SYSTEMS));
        };
    }

    private Cluster server(Map<String, String> of) throws Exception {
        return new ServerProcess(path().resolve("data"), heap, of);
    }

    /** As the original SSS keeps records: one Tokyo Cabinet file with a record for each tuple. */
    private Store tuples() throws Exception {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("storage.layout", "tuples");
        return new SssStore(TUPLES, server(all), threads);
    }
}
