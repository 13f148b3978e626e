package org.sss.benchmarks.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.sss.benchmarks.data.InputDirectory;

/**
 * What is to be measured. Immutable.
 *
 * @param warmUp      of each case and contender
 * @param repetitions that count; of long runs fewer, see {@link org.sss.benchmarks.measure.Repetitions}
 * @param data        where inputs are retained
 * @param directory   for the files of the run
 * @param everySecond names of systems that run every second case of a series only, the last one among them: of those
 *                    that take minutes for each, half of the points show as much
 */
public record SuitePlan(
        List<Case> cases,
        List<Contender> contenders,
        WarmUp warmUp,
        int repetitions,
        InputDirectory data,
        Path directory,
        Set<String> everySecond) {
    public SuitePlan {
        cases = List.copyOf(cases);
        contenders = List.copyOf(contenders);
    }

    boolean leavesOut(Contender contender, Case task) {
        List<Case> line =
                cases.stream().filter(one -> one.series().equals(task.series())).toList();
        return everySecond.contains(contender.engine().name()) && (line.size() - 1 - line.indexOf(task)) % 2 == 1;
    }
}
