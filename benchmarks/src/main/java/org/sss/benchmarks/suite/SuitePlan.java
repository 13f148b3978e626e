package org.sss.benchmarks.suite;

import java.nio.file.Path;
import java.util.List;
import org.sss.benchmarks.data.DataDirectory;

/**
 * What is to be measured. Immutable.
 *
 * @param warmUp      of each case and contender
 * @param repetitions that count; of long runs fewer, see {@link org.sss.benchmarks.measure.Repetitions}
 * @param data        where inputs are kept
 * @param directory   for the files of the run
 * @param everySecond contenders' engines that do not run all sizes of a workload
 */
public record SuitePlan(List<Case> cases, List<Contender> contenders, WarmUp warmUp, int repetitions, DataDirectory data,
        Path directory, EverySecond everySecond) {
    public SuitePlan {
        cases = List.copyOf(cases);
        contenders = List.copyOf(contenders);
    }
}
