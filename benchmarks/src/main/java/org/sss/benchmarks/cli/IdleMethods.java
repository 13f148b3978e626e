package org.sss.benchmarks.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.Shuffle;
import org.sss.benchmarks.programs.Phases;
import org.sss.benchmarks.suite.Row;

/** Names the methods that place blocks by memory, and had nothing to do, as no node exceeded its limit. Stateless. */
final class IdleMethods {
    private static final List<Shuffle> BY_MEMORY = List.of(Shuffle.DSA_SMS, Shuffle.ON_DISK, Shuffle.AUTO);

    private IdleMethods() {}

    /** A line for each method and workload. */
    static List<String> warnings(List<Row> rows) {
        Map<String, List<String>> idle = new LinkedHashMap<>();
        for (Row row : rows) {
            String method = method(row);
            if (method != null && row.detail(Phases.ELSEWHERE_BYTES) == 0) {
                idle.computeIfAbsent(
                                method + " had nothing to do in " + row.task().workload(), key -> new ArrayList<>())
                        .add(row.task().size());
            }
        }
        List<String> lines = new ArrayList<>();
        idle.forEach((what, sizes) -> lines.add("WARNING: " + what + " "
                + String.join(", ", sizes.stream().distinct().toList())
                + ", as no node got more than its memory: its bars are those of dsa; a lower --limit changes that"));
        return lines;
    }

    private static String method(Row row) {
        return BY_MEMORY.stream()
                .map(Shuffle::methodName)
                .filter(method -> row.system().startsWith("sss-" + method))
                .findFirst()
                .orElse(null);
    }
}
