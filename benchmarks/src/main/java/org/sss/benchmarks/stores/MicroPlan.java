package org.sss.benchmarks.stores;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.Compression;
import org.sss.benchmarks.suite.WarmUp;

/**
 * What is to be measured. Immutable.
 *
 * @param warmUp of each store with each size of values
 */
public record MicroPlan(List<Mode> modes, Data data, Stores stores, Server server, WarmUp warmUp, int repetitions) {
    /**
     * Records.
     *
     * @param valueSizes in bytes
     * @param maxBytes   of keys and values: for large values there are fewer records
     * @param text       whether values are text, which can be compressed, and not random bytes
     */
    public record Data(List<Integer> valueSizes, int records, long maxBytes, boolean text, long seed) {}

    /**
     * Stores.
     *
     * @param systems      of {@link StorePlan#SYSTEMS}, the first is compared with the others
     * @param rivals       whether Tokyo Cabinet and plain files are measured, too
     * @param compressions of groups of system {@code sss}, each a store of its own
     * @param transfers    of systems that are SSS, each a store of its own
     */
    public record Stores(
            List<String> systems, boolean rivals, List<Compression> compressions, List<Transfer> transfers) {}

    /**
     * The server of a store, and its client.
     *
     * @param tcp       whether the server is a process of its own
     * @param threads   of the client
     * @param heap      of the server process, or null
     * @param settings  of the server process, by name
     * @param directory for the files of the stores
     */
    public record Server(boolean tcp, int threads, String heap, Map<String, String> settings, Path directory) {}

    /** SSS is one store for each compression. */
    List<StorePlan> storePlans() {
        List<StorePlan> plans = new ArrayList<>();
        for (String system : stores.systems) {
            for (Transfer transfer : system.equals(StorePlan.HADOOP) ? List.of(Transfer.PIPELINED) : stores.transfers) {
                (system.equals(StorePlan.SSS) ? stores.compressions : List.of(Compression.NONE))
                        .forEach(compression -> plans.add(store(system, compression, transfer)));
            }
        }
        if (stores.rivals) {
            StorePlan.RIVALS.forEach(rival -> plans.add(store(rival, Compression.NONE, Transfer.PIPELINED)));
        }
        return plans;
    }

    private StorePlan store(String system, Compression compression, Transfer transfer) {
        return new StorePlan(
                system,
                compression,
                server.tcp,
                server.threads,
                transfer,
                server.heap,
                server.settings,
                server.directory
                        .resolve(system + StorePlan.suffix(compression, transfer))
                        .toString());
    }

    /** The name of the store that the others are compared with. */
    String tested() {
        return storePlans().get(0).name();
    }
}
