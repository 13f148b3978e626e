package org.sss.benchmarks.delete;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.suite.WarmUp;

/**
 * What is to be measured. Immutable.
 *
 * @param systems     of {@link DeleteRun#SYSTEMS}
 * @param sizes       of groups, in bytes of keys and values
 * @param warmUp      with groups of the smallest size
 * @param repetitions of each size
 * @param threads     that write the group
 * @param heap        of the server process, or null
 * @param settings    of the server, by name
 */
public record DeletePlan(List<String> systems, List<Long> sizes, int valueBytes, WarmUp warmUp, int repetitions, int threads, String heap,
        Map<String, String> settings, Path directory, long seed) {
}
