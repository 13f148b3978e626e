package org.sss.benchmarks.suite;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.data.InputDirectory;

/**
 * What is to be measured. Immutable.
 *
 * @param warmUp      of each case and contender
 * @param repetitions that count; of long runs fewer, see {@link org.sss.benchmarks.measure.Repetitions}
 * @param data        where inputs are retained
 * @param directory   for the files of the run
 * @param strides     of systems that run only every second or fourth case of a series, the last one among them: of
 *                    those that take minutes for each, a part of the points shows as much
 * @param media       directories for the files of the run, by the names of their media, where several are compared
 */
public record SuitePlan(
        List<Case> cases,
        List<Contender> contenders,
        WarmUp warmUp,
        int repetitions,
        InputDirectory data,
        Path directory,
        Map<String, Integer> strides,
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
            Map<String, Integer> strides) {
        this(cases, contenders, warmUp, repetitions, data, directory, strides, Map.of());
    }

    /** The same with each case on each medium, one medium beside another. */
    public SuitePlan on(Map<String, Path> directories) {
        List<Case> all = cases.stream()
                .flatMap(task -> directories.keySet().stream().map(task::on))
                .toList();
        return new SuitePlan(all, contenders, warmUp, repetitions, data, directory, strides, directories);
    }

    Path directory(Case task) {
        return media.getOrDefault(task.medium(), directory);
    }

    boolean leavesOut(Contender contender, Case task) {
        List<Case> line = cases.stream()
                .filter(one ->
                        one.series().equals(task.series()) && one.medium().equals(task.medium()))
                .toList();
        int stride = strides.getOrDefault(contender.engine().name(), 1);
        return (line.size() - 1 - line.indexOf(task)) % stride != 0;
    }
}
