package org.sss.benchmarks.delete;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured. Immutable.
 *
 * @param systems     of {@link DeleteRun#SYSTEMS}
 * @param sizes       of groups, in bytes of keys and values
 * @param repetitions of each size, behind one of the smallest that does not count
 * @param threads     that write the group
 * @param heap        of the server process, or null
 * @param settings    of the server, by name
 */
public record DeletePlan(List<String> systems, List<Long> sizes, int valueBytes, int repetitions, int threads, String heap,
        Map<String, String> settings, Path directory, long seed) {
}
