package org.sss.benchmarks.stores;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engine.HadoopRival;
import org.sss.benchmarks.engine.JavaProcess;
import org.sss.benchmarks.engine.Launch;
import org.sss.benchmarks.engine.SssCluster;
import org.sss.benchmarks.measure.Heap;
import org.sss.client.LocalSettings;

/**
 * A store that is to be opened, in whatever process. Immutable.
 *
 * @param tcp       whether the server of SSS is a process of its own
 * @param heap      of the server process, or null
 * @param transfer  how the client of SSS transfers records
 * @param settings  of the server process, by name
 * @param directory for its files, and for those of its client's process
 */
public record StorePlan(
        String system,
        Compression compression,
        boolean tcp,
        int threads,
        Transfer transfer,
        String heap,
        Map<String, String> settings,
        String directory)
        implements Serializable {
    /** The layout of the original, of a server that is a process of its own. */
    public static final String TUPLES = "sss-tuples";

    public static final String HADOOP = "hadoop";
    /** Segment files written by the library and not by SSS, of a server that is a process of its own. */
    static final String LIBRARY = "sss-library";

    static final String SSS = "sss";
    /** SSS with a setting that only a server process takes. */
    public static final List<String> WITH_SETTINGS = List.of(LIBRARY, TUPLES);
    /** Systems that can be named. */
    public static final List<String> SYSTEMS = List.of(SSS, LIBRARY, TUPLES, HADOOP);

    static final List<String> RIVALS = List.of("tokyo-c", "tokyo-no-yield", "plain-file", "plain-nosync");
    private static final String HADOOP_STORE = "org.sss.benchmarks.rivals.hadoop.HadoopStore";

    String name() {
        return (!system.equals(SSS) ? system : tcp ? "sss-tcp" : "sss-local") + suffix(compression, transfer);
    }

    /** Of names. */
    static String suffix(Compression compression, Transfer transfer) {
        return (compression == Compression.NONE
                        ? ""
                        : "-" + compression.toString().toLowerCase(Locale.ROOT))
                + (transfer.inBlocks() ? "-blocks" : "");
    }

    Path path() {
        return Path.of(directory);
    }

    /** @throws SssException INVALID_ARGUMENT when the system is not on this machine; says how to get it */
    static void checkIsThere(String system) {
        if (system.equals(HADOOP)) {
            new HadoopRival().missing().ifPresent(why -> {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "system '" + HADOOP + "' is not here: " + why);
            });
        }
    }

    /** The process of its client, with the heap {@code SSS_HEAP}; that of Hadoop is its server, too. */
    Launch launch() throws IOException {
        checkIsThere(system);
        if (system.equals(HADOOP)) {
            return HadoopRival.ofStore(heap == null ? Heap.ofMachine() : Heap.of(heap), path());
        }
        List<String> options = new ArrayList<>(JavaProcess.NODE_OPTIONS);
        String clientHeap = System.getenv("SSS_HEAP");
        if (clientHeap != null && !clientHeap.isBlank()) {
            options.add("-Xmx" + clientHeap);
        }
        return Launch.ofSuite(options);
    }

    /** In this process. */
    Store open() throws Exception {
        Path data = path().resolve("data");
        return switch (system) {
            case SSS ->
                new SssStore(
                        name(),
                        tcp ? server(settings) : SssCluster.inThisProcess(1, data, LocalSettings.defaults()),
                        threads,
                        compression,
                        transfer);
            case LIBRARY -> with("storage.writer", "library");
            // As the original SSS stores records: one Tokyo Cabinet file with a record for each tuple.
            case TUPLES -> with("storage.layout", "tuples");
            case HADOOP ->
                Class.forName(HADOOP_STORE)
                        .asSubclass(Store.class)
                        .getConstructor(Path.class, int.class)
                        .newInstance(data, threads);
            case "tokyo-c" -> new TokyoProgram(system, data, true);
            case "tokyo-no-yield" -> new TokyoProgram(system, data, false);
            case "plain-file" -> new PlainFile(system, data, true);
            case "plain-nosync" -> new PlainFile(system, data, false);
            default ->
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "there is no system '" + system + "'; --system takes some of " + String.join(",", SYSTEMS));
        };
    }

    private SssCluster server(Map<String, String> of) throws Exception {
        return SssCluster.ofProcesses(1, path().resolve("data"), heap, of);
    }

    private Store with(String setting, String value) throws Exception {
        Map<String, String> all = new TreeMap<>(settings);
        all.put(setting, value);
        return new SssStore(name(), server(all), threads, Compression.NONE, transfer);
    }
}
