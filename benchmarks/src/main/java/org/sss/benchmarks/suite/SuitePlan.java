package org.sss.benchmarks.suite;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param media       directories for the files of the run, by the names of their media, where several are compared
 */
public record SuitePlan(
        List<Case> cases,
        List<Contender> contenders,
        WarmUp warmUp,
        int repetitions,
        InputDirectory data,
        Path directory,
        Set<String> everySecond,
        Map<String, Path> media) {
    public SuitePlan {
        cases = List.copyOf(cases);
        contenders = List.copyOf(contenders);
        media = Collections.unmodifiableMap(new LinkedHashMap<>(media));
    }

    /** On one medium. */
    public SuitePlan(
            List<Case> cases,
            List<Contender> contenders,
            WarmUp warmUp,
            int repetitions,
            InputDirectory data,
            Path directory,
            Set<String> everySecond) {
        this(cases, contenders, warmUp, repetitions, data, directory, everySecond, Map.of());
    }

    /** The same with each case on each medium, one medium beside another. */
    public SuitePlan on(Map<String, Path> directories) {
        List<Case> all = cases.stream()
                .flatMap(task -> directories.keySet().stream().map(task::on))
                .toList();
        return new SuitePlan(all, contenders, warmUp, repetitions, data, directory, everySecond, directories);
    }

    Path directory(Case task) {
        return media.getOrDefault(task.medium(), directory);
    }

    boolean leavesOut(Contender contender, Case task) {
        List<Case> line = cases.stream()
                .filter(one ->
                        one.series().equals(task.series()) && one.medium().equals(task.medium()))
                .toList();
        return everySecond.contains(contender.engine().name()) && (line.size() - 1 - line.indexOf(task)) % 2 == 1;
    }
}
