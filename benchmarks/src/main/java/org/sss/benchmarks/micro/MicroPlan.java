package org.sss.benchmarks.micro;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sss.api.Compression;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.suite.WarmUp;

/**
 * What is to be measured. Immutable.
 *
 * @param valueSizes  in bytes
 * @param mostBytes   of keys and values: for large values there are fewer records
 * @param tcp         whether the server is a process of its own
 * @param warmUp      of each store with each size of values
 * @param systems     of {@code sss}, {@code sss-tuples} (the layout of the original) and {@code hadoop}, the first is compared with
 *                    the others
 * @param rivals      whether the libraries, files and pumps are measured, too
 * @param compressions of groups of system {@code sss}, each a store of its own
 * @param text        whether values are text, which can be compressed, and not random bytes
 * @param heap        of the server process, or null
 * @param settings    of the server process, by name
 * @param clientHeap  of the process of each system's client, or null
 * @param directory   where stores keep their files
 */
public record MicroPlan(List<Mode> modes, List<Integer> valueSizes, int records, long mostBytes, int threads, boolean tcp,
        WarmUp warmUp, int repetitions, List<String> systems, boolean rivals, List<Compression> compressions, boolean text, String heap,
        Map<String, String> settings, String clientHeap, Path directory, long seed) {
}
