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
 * @param valueSizes   in bytes
 * @param maxBytes     of keys and values: for large values there are fewer records
 * @param tcp          whether the server is a process of its own
 * @param warmUp       of each store with each size of values
 * @param systems      of {@link StorePlan#SYSTEMS}, the first is compared with the others
 * @param rivals       whether Tokyo Cabinet and plain files are measured, too
 * @param compressions of groups of system {@code sss}, each a store of its own
 * @param transfers    of systems that are SSS, each a store of its own
 * @param text         whether values are text, which can be compressed, and not random bytes
 * @param heap         of the server process, or null
 * @param settings     of the server process, by name
 * @param directory    for the files of the stores
 */
public record MicroPlan(List<Mode> modes, List<Integer> valueSizes, int records, long maxBytes, int threads,
        boolean tcp,
        WarmUp warmUp, int repetitions, List<String> systems, boolean rivals, List<Compression> compressions,
        List<Transfer> transfers, boolean text, String heap, Map<String, String> settings, Path directory, long seed) {
    /** SSS is one store for each compression. */
    List<StorePlan> stores() {
        List<StorePlan> stores = new ArrayList<>();
        for (String system : systems) {
            for (Transfer transfer : system.equals(StorePlan.HADOOP) ? List.of(Transfer.PIPELINED) : transfers) {
                (system.equals(StorePlan.SSS) ? compressions : List.of(Compression.NONE))
                        .forEach(compression -> stores.add(store(system, compression, transfer)));
            }
        }
        if (rivals) {
            StorePlan.RIVALS.forEach(rival -> stores.add(store(rival, Compression.NONE, Transfer.PIPELINED)));
        }
        return stores;
    }

    private StorePlan store(String system, Compression compression, Transfer transfer) {
        return new StorePlan(system, compression, tcp, threads, transfer, heap, settings,
                directory.resolve(system + StorePlan.suffix(compression, transfer)).toString());
    }

    /** The name of the store that the others are compared with. */
    String tested() {
        return stores().get(0).name();
    }
}
